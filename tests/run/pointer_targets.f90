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
  subroutine all(n, x, y, a, r)
    integer, intent(in) :: n
    real(8), intent(inout), target :: x(n), y(n)
    real(8), intent(in), target :: a(n, n)
    real(8), intent(out) :: r
    real(8), target :: w(n*n)
    real(8), pointer :: c(:), d(:), p, m(:, :), z(:), own(:), e, q(:), u(:), s(:)
    type(level), target :: lev(3)
    type(level), pointer :: l, below
    integer :: i, j
    r = 1.0d0
    ! Sections and elements.
    do j = 1, n
      c => a(:, j)
      d => a(j, 1:n:2)
      p => a(j, j)
      r = r + c(2)*d(1)*p + sum(c*c)
      r = r*p
    end do
    ! Bounds.
    w = reshape(a, [n*n])
    m(1:n, 0:n-1) => w
    z(0:) => w(2:)
    do j = 0, n - 1
      do i = 1, n
        m(i, j) = m(i, j)**2 + z(0)*0.5d0
        r = r + m(i, j)*z(min(i, n))
      end do
    end do
    do j = 1, n
      s(j:) => w(j:n*n-1)
      r = r + s(j)*s(n*n-1)**2
    end do
    ! Choices.
    nullify(e)
    do i = 1, n
      if (mod(i, 2) == 0) then
        q => x
      else
        q => y
      end if
      if (.not. associated(e)) then
        e => x(i)
      else if (y(i) > e) then
        e => y(i)
      end if
      if (i == 3) cycle
      r = r + e*x(i) + q(i)*q(1)
      e = e*0.5d0
      if (r > 1000) exit
    end do
    if (associated(e)) r = r*e
    ! Memory in turns.
    do j = 1, n
      allocate(own(j))
      own = x(1:j)
      own(j) = own(1)*own(j)
      r = r*own(j) + sum(own**2)
      deallocate(own)
    end do
    ! Structures.
    do j = 1, 3
      lev(j)%n = n
      allocate(lev(j)%u(n), lev(j)%f(n))
      lev(j)%u = y*j
      lev(j)%f = y(1)
    end do
    do j = 2, 3
      l => lev(j)
      below => lev(j-1)
      u => l%u
      u(1:l%n) = u(1:l%n)*below%u + l%f**2
    end do
    r = r + sum(lev(3)%u)
    do j = 1, 3
      deallocate(lev(j)%u, lev(j)%f)
    end do
  end subroutine
end module
