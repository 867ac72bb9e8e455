! EQUIVALENCE in a module, and in the host of an internal procedure: the procedures that name its variables declare none of it.
! head: shared%top(u)\(r)
! head: host(u)\(r)
module shared
  implicit none
  real(8), save :: a(6), x(3), y(3), s
  equivalence (a(1), x(1)), (a(4), y(1))
contains
  subroutine put(n, u)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n)
    integer :: i
    do i = 1, n
      x(i) = u(i)
      y(i) = 2*u(i)
    end do
  end subroutine
  subroutine work(r)
    real(8), intent(out) :: r
    integer :: i
    r = 0
    do i = 1, 6
      r = r + a(i)**2
    end do
    do i = 1, 3
      x(i) = a(i+3)*r
    end do
    do i = 1, 6
      a(i) = 1.d0
    end do
    r = r + y(1)*x(1) 
    y(2) = r
    a(5) = a(5)*r
    r = r + y(2)
  end subroutine
  subroutine top(u, r)
    real(8), intent(in) :: u(3)
    real(8), intent(out) :: r
    real(8) :: q
    integer :: i
    call put(3, u)
    call work(r)
    x(2) = u(1)*u(2)
    y(1) = u(3)
    call work(q)
    do i = 1, 3
      x(i) = q
    end do
    call work(q)
    r = r + q + sum(a)
  end subroutine
end module
subroutine host(u, r)
  implicit none
  real(8), intent(in) :: u(3)
  real(8), intent(out) :: r
  real(8) :: a(6), x(3), y(3), q
  integer :: i, k, n(2)
  equivalence (a(1), x(1)), (a(4), y(1)), (k, n(2))
  do i = 1, 3
    x(i) = u(i)
    y(i) = 2*u(i)
  end do
  n(2) = 1
  call work(r)
  x(2) = u(1)*u(2)
  y(k) = u(3)
  call work(q)
  do i = 1, 3
    x(i) = q
  end do
  call work(q)
  r = r + q + sum(a)
contains
  subroutine work(r)
    real(8), intent(out) :: r
    integer :: i
    r = 0
    do i = 1, 6
      r = r + a(i)**2
    end do
    do i = 1, 3
      n(2) = i
      x(k) = a(k+3)*r
    end do
    n(2) = 2
    do i = 1, 6
      a(i) = 1.d0
    end do
    r = r + y(1)*x(1)
    y(2) = r
    a(5) = a(5)*r
    r = r + y(k)
  end subroutine
end subroutine
