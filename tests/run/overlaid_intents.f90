! One array handed over as what is given and as what is solved for, INTENT(IN) and INTENT(INOUT) or INTENT(OUT): schemes that solve in place do.
! head: column(t q k)\(t q)
! inputs: n = 6
! head: overlaid_smoothing%smooth(a)\(a s)
! inputs: n = 6
subroutine column(n, t, q, k)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: t(n), q(n)
  real(8), intent(in) :: k(n)
  real(8) :: al(n), ad(n), au(n)
  integer :: i
  do i = 1, n
    al(i) = -k(i)
    au(i) = -k(i)**2
    ad(i) = 4.d0 + k(i)
  end do
  call solve(al, ad, au, t, q, au, t, q, n)
  do i = 2, n
    t(i) = t(i) + 0.1d0*q(i-1)*k(i)
  end do
  call solve(al, ad, au, q, t, au, q, t, n)
end subroutine
subroutine solve(cl, cm, cu, r1, r2, au, a1, a2, n)
  implicit none
  integer, intent(in) :: n
  real(8), dimension(n), intent(in) :: cl, cm, r1, r2
  real(8), dimension(n), intent(inout) :: au, cu, a1, a2
  real(8) :: f
  integer :: i
  f = 1.d0/cm(1)
  au(1) = f*cu(1)
  a1(1) = f*r1(1)
  a2(1) = f*r2(1)
  do i = 2, n
    f = 1.d0/(cm(i) - cl(i)*au(i-1))
    au(i) = f*cu(i)
    a1(i) = f*(r1(i) - cl(i)*a1(i-1))
    a2(i) = f*(r2(i) - cl(i)*a2(i-1))
  end do
  do i = n - 1, 1, -1
    a1(i) = a1(i) - au(i)*a1(i+1)
    a2(i) = a2(i) - au(i)*a2(i+1)
  end do
end subroutine
module overlaid_smoothing
  implicit none
contains
  subroutine smooth(n, a, s)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8), intent(out) :: s
    call pass(n, a, a)
    call scaled(n, n, a, n, a)
    s = sum(a**2)
  end subroutine
  ! Forwards, what stands at i - 1 is smoothed already.
  subroutine pass(n, old, new)
    integer :: n
    real(8) :: old, new
    intent(in) :: n, old
    intent(out) :: new
    dimension :: old(n), new(n)
    integer :: i
    new(1) = old(1)**2
    do i = 2, n
      new(i) = old(i)*old(i-1) + 0.5d0*old(i)
    end do
  end subroutine
  subroutine scaled(n, lo, old, ln, new)
    integer, intent(in) :: n, lo, ln
    real(8), intent(in) :: old(lo)
    real(8), intent(out) :: new(ln)
    integer :: i
    do i = 1, n
      new(i) = old(i)*old(n + 1 - i)
    end do
  end subroutine
end module
