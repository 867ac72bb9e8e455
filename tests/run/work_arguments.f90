! Arguments that are active inside a procedure and stand in no list: their derivatives come from the caller, who may have left anything in them. Shapes of
! all kinds, through two procedures, which use them for one thing and then another.
! head: work_arguments%outer(y)/(x)
! inputs: n = 5
! inputs: w2(5) = 0.5 .. 1.5
! head: work_arguments%held(y)/(x)
! inputs: n = 5
! inputs: p(5) = 0.5 .. 1.5
! inputs: a(3) = 0.5 .. 1.5
! inputs: o(4) = 0.5 .. 1.5
! head: work_arguments%bound(y)/(x)
! inputs: n = 5
! head: work_arguments%inside(y)/(x)
! inputs: n = 5
! inputs: w2(5) = 0.5 .. 1.5
! head: work_arguments%absent(y)/(x)
! inputs: n = 5
! inputs: w2(5) = 0.5 .. 1.5
! head: work_arguments%valued(valued)/(x)
! inputs: n = 5
! inputs: w2(5) = 0.5 .. 1.5
module work_arguments
  implicit none
  type work
    real(8) :: a(3), b
    integer :: n
  end type work
  type solver
    real(8) :: k = 0.5d0
  contains
    procedure :: sweep
  end type solver
  interface smooth
    module procedure smooth_one, smooth_all
  end interface smooth
contains
  subroutine inner(n, x, w1, w2, w3, s, c, t, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: w1(n), w2(:), w3(*), c(4), s
    type(work), intent(inout) :: t
    real(8), intent(out) :: y
    integer :: i
    do i = 2, n
      w1(i) = w1(i-1) + x(i)**2
      w2(i) = w2(i)*w1(i)
      w3(i) = sin(w2(i))*x(i)
    end do
    s = x(1)*w3(2)
    c(1:2) = x(1:2)*s
    t%a = x(1:3)*c(2)
    t%b = t%b + sum(t%a)*s
    y = sum(w1) + sum(w2*x) + sum(w3(2:n)) + s*s + sum(c(1:2)) + t%b
  end subroutine inner

  subroutine outer(n, x, w1, w2, w3, s, c, t, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: w1(n), w2(:), w3(n), c(4), s
    type(work), intent(inout) :: t
    real(8), intent(out) :: y
    real(8) :: z, v(n), v2(n)
    w1 = x*2
    z = sum(w1**2)
    w1 = 1
    v = 2.0d0
    v2 = 3.0d0
    call inner(n, x, w1, w2, w3, s, c, t, y)
    y = y*z
    w2 = x
    t%b = 1.0
    call inner(n, w2, v, v2, w3, s, c, t, z)
    y = y + z*x(1)
  end subroutine outer

  ! Pointers, allocatables and what is optional.
  subroutine held(n, x, p, q, a, o, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), pointer :: p(:), q
    real(8), allocatable, intent(inout) :: a(:)
    real(8), intent(inout), optional :: o(:)
    real(8), intent(out) :: y
    p(1:n) = x**2
    q = sum(p(1:n))*x(1)
    a(2) = q*a(1)
    a(1) = a(2) + a(1)*p(2)
    y = a(1) + q + a(2)**2
    if (present(o)) then
      o(2:3) = o(1)*x(2:3)
      o(1) = o(2)*o(3)
      y = y + sum(o)
    end if
  end subroutine held

  ! By the names of a type and of a generic interface.
  subroutine bound(n, x, w1, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: w1(n)
    real(8), intent(out) :: y
    type(solver) :: s
    w1(1) = 0.5d0
    call s%sweep(x, w1, y)
    call smooth(w1, x)
    y = y + sum(w1)
    w1 = x(1)
    call smooth(x, w1, y)
  end subroutine bound

  subroutine sweep(self, x, w, y)
    class(solver), intent(in) :: self
    real(8), intent(in) :: x(:)
    real(8), intent(inout) :: w(:)
    real(8), intent(out) :: y
    integer :: i
    do i = 2, size(x)
      w(i) = self%k*w(i-1) + x(i)**2
    end do
    y = sum(w)**2
  end subroutine sweep

  subroutine smooth_one(w, x)
    real(8), intent(inout) :: w(:)
    real(8), intent(in) :: x(:)
    w = sin(x)*x
  end subroutine smooth_one

  subroutine smooth_all(x, w, y)
    real(8), intent(in) :: x(:)
    real(8), intent(inout) :: w(:), y
    integer :: i
    do i = 2, size(x)
      w(i) = w(i-1)*x(i)
    end do
    y = y*w(size(x))
  end subroutine smooth_all

  ! By a procedure inside, and in sections.
  subroutine inside(n, x, w2, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: w2(:)
    real(8), intent(out) :: y
    real(8) :: both(2*n)
    y = 0
    both = 1
    call add(w2, both(:n))
    call add(both(n+1:), w2)
  contains
    subroutine add(from, to)
      real(8), intent(inout) :: from(:), to(:)
      from(1) = x(1)
      to = to(1)*x
      to(2) = to(2)*to(3) + from(1)
      y = y + sum(to)*to(2)
    end subroutine add
  end subroutine inside

  ! Called without what is optional.
  subroutine absent(n, x, w2, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: w2(:)
    real(8), intent(out) :: y
    real(8) :: z
    call given(x, y)
    call given(x, z, w2)
    y = y*z
  end subroutine absent

  subroutine given(x, y, o)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y
    real(8), intent(inout), optional :: o(:)
    y = x(1)*x(2)
    if (present(o)) then
      o(2:3) = o(1)*x(2:3)
      o(1) = o(2)*o(3)
      y = y + sum(o)
    end if
  end subroutine given

  function valued(n, x, w2)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: w2(:)
    real(8) :: valued, z
    w2 = x**3
    w2(1) = w2(1)*w2(2)
    z = value_of(w2(2:4), x)
    valued = value_of(w2(2:4), 2*x)
    valued = valued*z + w2(1)
  end function valued

  function value_of(w, x)
    real(8), intent(inout) :: w(:)
    real(8), intent(in) :: x(:)
    real(8) :: value_of
    w = x(1:3)*w(1)
    value_of = sum(w)*w(2)
  end function value_of
end module work_arguments
