! One statement of (nearly) every kind: it only has to parse, not to mean anything.
module m
  use, intrinsic :: iso_c_binding, only: c_double, a => c_int, operator(+)
  implicit none
  private
  public :: f, operator(.cross.), assignment(=)
  integer, parameter :: dp = kind(1d0)
  real(dp), dimension(:,:), allocatable, save :: x ! the x
  type, extends(base), public :: t
    private
    real(dp) :: a(3) = [1.0_dp, 2.0_dp, 3.0_dp]
    type(t), pointer :: next => null()
    procedure(f), pointer, nopass :: p
  contains
    private
    procedure, pass(self) :: go => go_t
    procedure(iface), deferred :: d
    generic, public :: operator(*) => go, d
    final :: destroy
  end type t
  interface operator(+)
    module procedure add
    pure function foo(x) result(y) bind(c, name='foo')
      import :: dp
      real(dp), intent(in out) :: x(*)
      real(dp) :: y
    end function
  end interface
  enum, bind(c)
    enumerator :: red = 1, blue
  end enum
contains
  pure elemental real(dp) function f(x, y) result(z)
    real(dp), intent(in) :: x, y
    character(len=*), parameter :: s = 'abc'//"d""e"
    z = x**2*y + .5_dp*merge(1.0_dp, 0._dp, x < y .and. .not. y >= 2)
    outer: do concurrent (i = 1:n, j = 1:m, a(i,j) > 0) local(q)
    end do outer
    do i = 1, 10; x(i) = 1; if (x(i) == 2) cycle outer; end do
    where (x > 0) x = 1
    where (x > 0)
      x = 2
    elsewhere (y > 1)
      x = 3
    else where
      x = 4
    end where
    select case (i)
    case (1:3, 5, :0)
      call g(a=1, b=x(:, 1:2:3, ::2), *10)
    case default
    end select
    select type (q => obj%z)
    type is (real(dp))
    class is (t)
    class default
    end select
    allocate (real(dp) :: x(n, 0:m), stat=ierr)
    allocate (x, source=y)
    associate (a => b%c(1), d => e + 1)
    end associate
    block
      integer :: k
    end block
    c = (1.0, -2.0) ; v = [real(dp) :: (i*2, i = 1, 10)]; w = (/ 1, 2 /)
    write (*, '(a,i0)', advance='no') 'x=', (y(i), i = 1, n)
    print *, x
    read (10, *, err=20, end=30) x, y%z
20  format (1x, 'abc', i5)
    forall (i = 1:n) x(i) = y(i)
    if (x > 1) then; y = 2; else if (x > 2) then
    else
    end if
    stop 'bad'
    error stop 3
    p(1:n) => q
    x = a .cross. b
    x = 1.eq.2 .or. a%b%c(i)%d(2:3) .eqv. .true.
    deallocate (x, stat=i)
    s(1:3)(2:2) = 'abc'(1:1)
  end function
  subroutine s; end subroutine
end module m
