! Pointers to sections, elements and structures in loops, chosen by tests, with bounds of their own, and with memory of their own in each turn.
! head: all(x y a)\(r)
! inputs: n = 4
module targets
  implicit none
  type level
    integer :: n
    real(8), pointer :: u(:), f(:)
  end type
contains
  subroutine sections(n, a, r)
    integer, intent(in) :: n
    real(8), intent(in), target :: a(n, n)
    real(8), intent(inout) :: r
    real(8), pointer :: c(:), d(:), p
    integer :: j
    do j = 1, n
      c => a(:, j)
      d => a(j, 1:n:2)
      p => a(j, j)
      r = r + c(2)*d(1)*p + sum(c*c)
      r = r*p
    end do
  end subroutine

  subroutine bounds(n, v, r)
    integer, intent(in) :: n
    real(8), intent(in) :: v(n*n)
    real(8), intent(inout) :: r
    real(8), target :: w(n*n)
    real(8), pointer :: m(:, :), z(:)
    integer :: i, j
    w = v
    m(1:n, 0:n-1) => w
    z(0:) => w(2:)
    do j = 0, n - 1
      do i = 1, n
        m(i, j) = m(i, j)**2 + z(0)*0.5d0
        r = r + m(i, j)*z(i)
      end do
    end do
    do j = 1, n
      z(j:) => w(j:n*n-1)
      r = r + z(j)*z(n*n-1)**2
    end do
  end subroutine

  subroutine choice(n, x, y, r)
    integer, intent(in) :: n
    real(8), intent(inout), target :: x(n), y(n)
    real(8), intent(inout) :: r
    real(8), pointer :: p, q(:)
    integer :: i
    nullify(p)
    do i = 1, n
      if (mod(i, 2) == 0) then
        q => x
      else
        q => y
      end if
      if (.not. associated(p)) then
        p => x(i)
      else if (y(i) > p) then
        p => y(i)
      end if
      if (i == 3) cycle
      r = r + p*x(i) + q(i)*q(1)
      p = p*0.5d0
      if (r > 1000) exit
    end do
    if (associated(p)) r = r*p
  end subroutine

  subroutine in_turns(n, x, r)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: r
    real(8), pointer :: p(:)
    integer :: k
    do k = 1, n
      allocate(p(k))
      p = x(1:k)
      p(k) = p(1)*p(k)
      r = r*p(k) + sum(p**2)
      deallocate(p)
    end do
  end subroutine

  subroutine levels(n, x, r)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: r
    type(level), target :: lev(3)
    type(level), pointer :: l, m
    real(8), pointer :: u(:)
    integer :: k
    do k = 1, 3
      lev(k)%n = n
      allocate(lev(k)%u(n), lev(k)%f(n))
      lev(k)%u = x*k
      lev(k)%f = x(1)
    end do
    do k = 2, 3
      l => lev(k)
      m => lev(k-1)
      u => l%u
      u(1:l%n) = u(1:l%n)*m%u + l%f**2
    end do
    r = r + sum(lev(3)%u)
    do k = 1, 3
      deallocate(lev(k)%u, lev(k)%f)
    end do
  end subroutine

  subroutine all(n, x, y, a, r)
    integer, intent(in) :: n
    real(8), intent(inout), target :: x(n), y(n)
    real(8), intent(in), target :: a(n, n)
    real(8), intent(out) :: r
    r = 1.0d0
    call sections(n, a, r)
    call bounds(2, x(1:4), r)
    call choice(n, x, y, r)
    call in_turns(n, x, r)
    call levels(n, y, r)
  end subroutine
end module
