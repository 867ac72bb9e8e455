! Every kind of declaration of free form, as people write them.
module kinds
  use, intrinsic :: iso_fortran_env, only: real64, int64, wide => real128
  implicit none
  private
  integer, parameter, public :: dp = real64, long = int64
  integer, parameter, public :: quad = wide
end module kinds

module shapes
  use, intrinsic :: iso_c_binding, only: c_int
  use kinds, only: dp
  implicit none

  type :: point
    real(dp) :: x = 0.0_dp, y = 0.0_dp   ! plane coordinates
    integer :: tag                       ! which one
  end type point

  ! a list, and a type that grows
  type, bind(c) :: packed
    integer(c_int) :: first, second(2)
  end type packed

  type :: node
    private
    type(point) :: where
    real(dp), allocatable :: values(:,:)
    type(node), pointer :: next => null()
    character(len=8) :: name
  end type node

  type, abstract :: solver
    integer :: steps = 10
  contains
    procedure(step_of), deferred :: step
  end type solver

  abstract interface
    subroutine step_of(self, x)
      import :: solver, dp
      class(solver), intent(inout) :: self
      real(dp), intent(inout) :: x(:)
    end subroutine step_of
  end interface

  interface norm
    module procedure norm_point, norm_array
  end interface norm

  interface operator(+)
    module procedure add_points
  end interface operator(+)

  interface
    function outside(x) result(y)
      import :: dp
      real(dp), intent(in) :: x
      real(dp) :: y
    end function outside
  end interface

  integer, private :: k
  real(dp), save, target :: state(10) = [1.0_dp, 2.0_dp, (0.0_dp, k = 3, 10)]
  real(dp), allocatable, dimension(:), public :: work, more(:,:)
  complex(dp), parameter :: unit_i = (0.0_dp, 1.0_dp)
  character(len=*), parameter :: greeting = 'it''s', other = "quote ' here"
  logical, protected :: ready = .false.
  integer, protected :: spare
  enum, bind(c)
    enumerator :: red = 1, green
    enumerator :: blue
  end enum

contains

  pure function norm_point(p) result(r)
    type(point), intent(in) :: p
    real(dp) :: r
    r = sqrt(p%x**2 + p%y**2)
  end function norm_point

  pure real(dp) function norm_array(a)
    real(dp), intent(in) :: a(:)
    norm_array = sqrt(sum(a*a))
  end function norm_array

  elemental function add_points(a, b) result(c)
    type(point), intent(in) :: a, b
    type(point) :: c
    c = point(a%x + b%x, a%y + b%y, tag=0)
  end function add_points

  recursive subroutine walk(list, total)
    type(node), pointer, intent(in) :: list
    real(dp), intent(inout) :: total
    if (.not.associated(list)) return
    total = total + sum(list%values)
    call walk(list%next, total)
  end subroutine walk

  subroutine many(n, m, a, b, flag, text, f, cell)
    integer, intent(in) :: n, m
    real(dp), intent(in) :: a(n, m), b(0:n-1)
    logical, intent(in), optional :: flag
    character(len=*), intent(inout) :: text
    procedure(outside) :: f
    type(point), intent(inout), optional :: cell
    real(dp), dimension(n) :: u, v, w(2, n)
    real(dp), pointer :: p(:)
    real(dp), contiguous, pointer :: q(:,:)
    integer, volatile :: counter
    integer :: i
    namelist /options/ counter, i
    u = a(:, 1)
    v = b*f(b(0))
    w(1, :) = u + v
    nullify (p, q)
    counter = 0
    i = size(w)
    if (present(flag)) counter = merge(1, 0, flag)
    if (present(cell)) cell%tag = counter
    text = 'done'
    read (*, nml=options)
  contains
    subroutine inner()
      u = 0.0_dp
    end subroutine inner
  end subroutine many
end module shapes
