! Pointers that go along with whole structures in a procedure of their own (`t = a; a = b; b = t`), and a list whose elements a procedure changes: no
! snapshot of the caller holds what follows the first.
! head: march(u0)\(e)
! inputs: n = 4
! inputs: nt = 3
! inputs: u0(4) = 0.5 .. 1.5
! head: total(u0)\(e)
! inputs: n = 3
! inputs: u0(3) = 0.5 .. 1.5
module levels
  implicit none
  integer, parameter :: dp = kind(1d0)
  type level
    real(dp), pointer :: u(:) => null(), w(:) => null()
    real(dp) :: t = 0
  end type level
  type node
    real(dp) :: v = 0
    type(node), pointer :: next => null()
  end type node
  type list
    type(node), pointer :: first => null(), last => null()
  end type list
contains
  subroutine make(s, n)
    type(level), intent(out) :: s
    integer, intent(in) :: n
    allocate (s%u(n), s%w(n))
    s%u = 0; s%w = 1
  end subroutine make
  subroutine swap(a, b)
    type(level), intent(inout) :: a, b
    type(level) :: t
    t = a
    a = b
    b = t
  end subroutine swap
  subroutine advance(old, new)
    type(level), intent(in) :: old
    type(level), intent(inout) :: new
    integer :: i
    do i = 2, size(old%u)
      new%u(i) = old%u(i) - 0.1d0*old%u(i)*old%w(i)*(old%u(i) - old%u(i - 1))
    end do
    new%u(1) = old%u(1)**2
    new%w(:) = old%w + 0.2d0*new%u
    new%t = old%t + sum(new%u)
  end subroutine advance
  subroutine push(self, v)
    class(list), intent(inout) :: self
    real(dp), intent(in) :: v
    type(node), pointer :: p
    allocate (p)
    p%v = v
    if (associated(self%last)) then
      self%last%next => p
    else
      self%first => p
    end if
    self%last => p
  end subroutine push
  subroutine each(self, c)
    class(list), intent(inout) :: self
    real(dp), intent(in) :: c
    type(node), pointer :: p
    p => self%first
    do while (associated(p))
      p%v = c*p%v**2/(1 + p%v)
      p => p%next
    end do
  end subroutine each
  subroutine clear(self)
    class(list), intent(inout) :: self
    type(node), pointer :: p, q
    p => self%first
    do while (associated(p))
      q => p%next
      deallocate (p)
      p => q
    end do
    nullify (self%first, self%last)
  end subroutine clear
end module levels
subroutine march(n, nt, u0, e)
  use levels
  implicit none
  integer, intent(in) :: n, nt
  real(dp), intent(in) :: u0(n)
  real(dp), intent(out) :: e
  type(level) :: now, next
  integer :: k
  call make(now, n)
  call make(next, n)
  now%u(:) = u0
  do k = 1, nt
    call advance(now, next)
    call swap(now, next)
  end do
  e = sum(now%u**2) + sum(now%w*next%w) + now%t*next%t
  deallocate (now%u, now%w, next%u, next%w)
end subroutine march
subroutine total(n, u0, e)
  use levels
  implicit none
  integer, intent(in) :: n
  real(dp), intent(in) :: u0(n)
  real(dp), intent(out) :: e
  type(list) :: l
  type(node), pointer :: p
  integer :: i
  do i = 1, n
    call push(l, i*u0(i))
  end do
  call each(l, u0(1))
  call each(l, u0(n))
  e = 0
  p => l%first
  do while (associated(p))
    e = e + p%v**2
    if (associated(p%next)) e = e + p%v*p%next%v
    p => p%next
  end do
  call clear(l)
end subroutine total
