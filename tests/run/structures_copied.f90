! Structures with allocatable components are assigned as a whole: the components get other allocations, or none.
! inputs: n = 3
! inputs: x(n) = 0.5 .. 1.0
! head: turns(x)\(y)
! head: shapes(x)\(y)
! head: results(x)\(y)
! head: nested(x)\(y)
! head: elements(x)\(y)
! head: arguments(x)\(y)
! head: constants(x)\(y)
! head: overwritten(x)\(y)
! head: replaced(x)\(y)
module copied
  implicit none
  type field
    real(8), allocatable :: a(:)
    real(8) :: c = 1.0d0
    real(8), allocatable :: extra(:)
  end type field
  type model
    type(field) :: f
    integer, allocatable :: ids(:)
  end type model
contains
  subroutine turns(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(field) :: s, tmp
    integer :: k
    s%a = x
    do k = 1, 3
      tmp = s
      tmp%a = tmp%a**2
      tmp%c = tmp%c*x(1)
      s%a = s%a*tmp%a + tmp%c
    end do
    y = sum(s%a)
  end subroutine turns

  subroutine shapes(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(field) :: s, old
    integer :: k
    allocate (old%a(0:1))
    old%a = x(:2)**2
    old%extra = [x(3)]
    y = 0
    do k = 1, n
      y = y + sum(old%a**2)*lbound(old%a, 1) + sum(old%a**3)
      if (allocated(old%extra)) y = y + sum(sin(old%extra))
      s%a = x(k:)
      if (k == 2) s%extra = x*y
      old = s
    end do
  end subroutine shapes

  function squared(s) result(r)
    type(field), intent(in) :: s
    type(field) :: r
    allocate (r%a(size(s%a)))
    r%a(:) = s%a**2
    r%c = s%c*s%a(1)
  end function squared

  subroutine results(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(field) :: s, tmp
    integer :: k
    s%a = x
    do k = 1, 2
      tmp = squared(s)
      s = squared(tmp)
      s%a = s%a*tmp%a + tmp%c
    end do
    s = squared(s)
    y = sum(s%a)*s%c
  end subroutine results

  subroutine nested(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(model) :: m, w
    integer :: k
    m%f%a = x
    m%ids = [3, 1, 2]
    do k = 1, 2
      w = m
      w%ids = cshift(w%ids, 1)
      w%f%a(w%ids) = w%f%a*sin(w%f%a)
      m = w
    end do
    y = sum(m%f%a*x)
  end subroutine nested

  subroutine elements(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(field) :: history(2), s
    integer :: k
    s%a = x
    history(1) = s
    do k = 1, n
      history(2) = history(1)
      history(1) = s
      s%a = history(1)%a*history(2)%a(k)
    end do
    y = sum(s%a**2)
  end subroutine elements

  subroutine advance(s, t)
    type(field), intent(inout) :: s
    type(field), intent(in) :: t
    type(field) :: old
    old = s
    s = t
    s%a = s%a*old%a(1)
  end subroutine advance

  subroutine arguments(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(field) :: s, t
    s%a = x**2
    t%a = x(:2)
    call advance(s, t)
    call advance(t, s)
    y = sum(s%a**2) + sum(t%a**3)
  end subroutine arguments

  ! What takes the place of an active structure has no derivative, but another shape.
  subroutine constants(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(field) :: s, fixed
    integer :: k
    allocate(fixed%a(0:n + 1), source=2.d0)
    y = 0.d0
    do k = 1, n
      s%a = x*x(k)
      if (mod(k, 2) == 0) s = fixed
      y = y + sum(s%a**2)
    end do
  end subroutine constants

  ! The values of the copy are not asked for, only its shape.
  subroutine overwritten(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(field) :: s, fixed
    real(8), allocatable :: w(:)
    allocate(fixed%a(n), source=2.d0)
    s%a = x(:2)
    y = sum(s%a**3)
    s = fixed
    s%a(:) = x**2
    y = y + sum(s%a*fixed%a)
    if (y > 1000.d0) allocate(w(2))
    if (allocated(w)) deallocate(w)
    w = fixed%a*y
    w(:) = x
    y = y*w(n)
  end subroutine overwritten

  function fresh(n) result(s)
    integer, intent(in) :: n
    type(field) :: s
    allocate(s%a(n), source=0.5d0)
  end function fresh

  ! What a function makes from nothing active takes the place of an active structure.
  subroutine replaced(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(field) :: s
    integer :: k
    y = 0.d0
    do k = 1, n
      s = fresh(k)
      s%a(1) = x(k)
      y = y + sum(s%a**2)
    end do
  end subroutine replaced
end module copied
