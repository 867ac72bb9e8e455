! Constructors make the work arrays of an object, in a loop and at the end, and another call computes in them: nothing is active where they are made.
! head: cost(j)/(x)
! inputs: x = 0.7
module b
  implicit none
  type :: solver
    real(8), allocatable :: u(:), w(:)
    integer, allocatable :: map(:)
    real(8) :: t
  end type
contains
  subroutine init(self, n)
    type(solver), intent(inout) :: self
    integer, intent(in) :: n
    integer :: i
    allocate (self%u(n), self%w(n), self%map(n))
    self%map = [(i, i = n, 1, -1)]
    self%u = 1.0
    self%w = [(0.5*i, i = 1, n)]
  end subroutine
  subroutine done(self)
    type(solver), intent(inout) :: self
    deallocate (self%u, self%w, self%map)
  end subroutine
  subroutine step(self, x, j)
    type(solver), intent(inout) :: self
    real(8), intent(in) :: x
    real(8), intent(inout) :: j
    self%u(self%map(1)) = 0.1*x**2
    self%t = sum(self%u*self%w)
    self%u(1) = sin(self%t)
    j = j + 0.1*self%t*self%u(1)*self%u(2)
  end subroutine
  subroutine cost(x, j)
    real(8), intent(in) :: x
    real(8), intent(out) :: j
    type(solver) :: s
    integer :: k
    j = x
    do k = 1, 3
      call init(s, 2 + k)
      call step(s, x, j)
      call step(s, x, j)
      call done(s)
    end do
    call init(s, 3)
    call step(s, x, j)
  end subroutine
end module
