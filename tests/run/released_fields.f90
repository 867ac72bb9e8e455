! Structures of a module with pointer components, which procedures get as arguments to allocate, to look at and to release: what nobody asks for any more
! is cleared before a callee that may read it, where it is there.
! head: sh%cost(j)/(e0)
! inputs: n = 3
! inputs: e0(3) = 0.5 .. 1.5
module sh
  implicit none
  type fld
    real(8), pointer :: d(:) => null()
    integer :: n = 0
  end type
  type(fld), save :: eta, u, none
  real(8), save :: last
contains
  subroutine new(f, n)
    type(fld), intent(inout) :: f
    integer, intent(in) :: n
    allocate (f%d(n))
    f%d = 0
    f%n = n
  end subroutine
  subroutine norm(f, m)
    type(fld), intent(in) :: f
    real(8), intent(out) :: m
    m = 0
    if (associated(f%d)) m = sum(f%d**2)
  end subroutine
  subroutine both(f, g, m)
    type(fld), intent(inout) :: f, g
    real(8), intent(out) :: m
    m = 0
    if (associated(f%d)) m = sum(f%d**2)
    if (associated(g%d)) g%d = 2*g%d + m
  end subroutine
  subroutine del(f)
    type(fld), intent(inout) :: f
    if (associated(f%d)) then
      last = f%d(1)
      deallocate (f%d)
    end if
    nullify (f%d)
  end subroutine
  subroutine cost(n, e0, j)
    integer, intent(in) :: n
    real(8), intent(in) :: e0(n)
    real(8), intent(out) :: j
    real(8) :: a, b, c, seen
    call new(eta, n)
    call new(u, n)
    eta%d(1:n) = e0**2
    u%d = e0*eta%d
    call norm(eta, a)
    call norm(u, b)
    call norm(none, c)
    j = a*b + c + sum(u%d)
    call both(eta, u, a)
    j = j*a + u%d(1)
    u%d = u%d*e0
    call both(eta, none, b)
    eta%d = eta%d*u%d
    call both(u, eta, c)
    j = j + b*c
    call norm(u, seen)
    call norm(none, seen)
    call del(none)
    call del(eta)
    call del(u)
  end subroutine
end module
