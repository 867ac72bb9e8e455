! What a call allocates is handed on by procedures in which nothing of it is active.
! head: cost(j)/(x)
! inputs: x = 0.7
module b
  implicit none
  type :: work
    real(8), allocatable :: u(:)
  end type
  type :: solver
    type(work) :: a
    type(work), allocatable :: more(:)
    real(8) :: x
  end type
  type(solver) :: g
contains
  subroutine make(w, n)
    type(work), intent(inout) :: w
    integer, intent(in) :: n
    allocate (w%u(n))
  end subroutine
  subroutine init(self, n)
    type(solver), intent(inout) :: self
    integer, intent(in) :: n
    integer :: i
    call make(self%a, n)
    allocate (self%more(n))
    do i = 1, n
      call make(self%more(i), i)
    end do
  end subroutine
  subroutine use_it(w, x, j)
    type(work), intent(inout) :: w
    real(8), intent(in) :: x
    real(8), intent(inout) :: j
    w%u = x**2
    w%u = w%u**2*j
    j = j + sum(w%u)
  end subroutine
  subroutine run(self, x, j)
    type(solver), intent(inout) :: self
    real(8), intent(in) :: x
    real(8), intent(inout) :: j
    integer :: i
    call use_it(self%a, x, j)
    do i = 1, size(self%more)
      call use_it(self%more(i), x, j)
    end do
  end subroutine
  subroutine both(self, x, j)
    type(solver), intent(inout) :: self
    real(8), intent(in) :: x
    real(8), intent(inout) :: j
    call init(self, 2)
    call run(self, x, j)
  end subroutine
  subroutine ginit
    call init(g, 3)
  end subroutine
  subroutine grun(x, j)
    real(8), intent(in) :: x
    real(8), intent(inout) :: j
    call run(g, x, j)
  end subroutine
  subroutine cost(x, j)
    real(8), intent(in) :: x
    real(8), intent(out) :: j
    type(solver) :: s, t
    j = x
    call init(s, 3)
    call run(s, x, j)
    call run(s, x, j)
    call both(t, x, j)
  end subroutine
end module
