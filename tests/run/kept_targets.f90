! What a procedure is given as a TARGET and leaves a pointer to: scalars, elements, components, structures, arrays that the structure and the
! argument both lead to afterwards.
! head: kept_targets%element(y)/(x)
! head: kept_targets%variable(y)/(x)
! head: kept_targets%component(y)/(x)
! head: kept_targets%picked(y)/(x)
! head: kept_targets%chosen(y)/(x)
! head: kept_targets%elements(y)/(x)
! head: kept_targets%global(y)/(x)
! head: kept_targets%weighted(y)/(x)
! head: kept_targets%stretched(y)/(x)
! head: kept_targets%of_known_extent(y)/(x)
module kept_targets
  implicit none
  integer, parameter :: r = kind(1d0)

  type :: gauge
    real(r), pointer :: level => null()
    real(r) :: datum = 0
  end type gauge

  type :: station
    real(r) :: height = 0
    real(r) :: flow(2) = 0
  end type station

  type :: cell
    real(r) :: t = 0
    type(cell), pointer :: next => null()
  end type cell

  type :: holder
    integer :: n = 0
    real(r) :: scale = 1
    real(r), pointer :: p(:) => null()
  end type holder

  real(r), pointer, save :: kept => null()
  type(cell), pointer, save :: kept_cell => null()
contains

  subroutine attach(g, z)
    type(gauge), intent(inout) :: g
    real(r), target, intent(in) :: z
    g%level => z
    g%datum = z*z
  end subroutine attach

  function pick(z) result(p)
    real(r), target, intent(in) :: z
    real(r), pointer :: p
    p => z
  end function pick

  function lowest(a) result(p)
    real(r), target, intent(in) :: a(:)
    real(r), pointer :: p
    p => a(minloc(a, 1))
  end function lowest

  subroutine choose(a, b, p)
    real(r), target, intent(in) :: a, b
    real(r), pointer, intent(out) :: p
    if (a > b) then
      p => a
    else
      p => b
    end if
  end subroutine choose

  subroutine link(a, b)
    type(cell), intent(inout) :: a
    type(cell), target, intent(in) :: b
    a%next => b
  end subroutine link

  subroutine keep(z)
    real(r), target, intent(in) :: z
    kept => z
  end subroutine keep

  subroutine keep_cell(c)
    type(cell), target, intent(in) :: c
    kept_cell => c
  end subroutine keep_cell

  subroutine through(a, z)
    type(cell), intent(inout), target :: a
    real(r), target, intent(in) :: z
    call keep(z)
    call keep_cell(a)
  end subroutine through

  subroutine hold(h, x)
    type(holder), intent(inout) :: h
    real(r), target, intent(in) :: x(:)
    h%n = size(x)
    h%p => x
    h%scale = sum(x**2)
  end subroutine hold

  subroutine hold_explicit(h, n, x)
    type(holder), intent(inout) :: h
    integer, intent(in) :: n
    real(r), target, intent(in) :: x(n)
    h%n = n
    h%p => x
    h%scale = 2*x(1)
  end subroutine hold_explicit

  subroutine stretch(h, x)
    type(holder), intent(inout) :: h
    real(r), target, intent(inout) :: x(:)
    h%p => x
    h%p = h%p*x(1)
    h%scale = x(2)
  end subroutine stretch

  subroutine use_it(h, y)
    type(holder), intent(in) :: h
    real(r), intent(out) :: y
    integer :: i
    y = 0
    do i = 1, size(h%p)
      y = y + h%scale*sin(h%p(i))*i
    end do
  end subroutine use_it

  ! Reads through both at once.
  subroutine both(h, x, y)
    type(holder), intent(inout) :: h
    real(r), target, intent(in) :: x(:)
    real(r), intent(out) :: y
    y = sum(h%p*x**2)*h%scale
    h%scale = h%scale*x(1)
  end subroutine both

  ! An element.
  subroutine element(x, y)
    real(r), target, intent(in) :: x(4)
    real(r), intent(out) :: y
    type(gauge) :: g
    call attach(g, x(2))
    y = g%level*g%datum*x(1)
  end subroutine element

  ! A variable, which changes afterwards.
  subroutine variable(x, y)
    real(r), intent(in) :: x(4)
    real(r), intent(out) :: y
    type(gauge) :: g
    real(r), target :: s
    s = x(1)*x(2)
    call attach(g, s)
    s = s + sin(x(3))
    g%level = g%level*x(4)
    y = g%level*g%datum + s
  end subroutine variable

  subroutine component(x, y)
    real(r), intent(in) :: x(4)
    real(r), intent(out) :: y
    type(station), target :: here
    type(gauge) :: g
    here%height = x(1)*x(2)
    call attach(g, here%height)
    here%height = here%height + x(3)
    y = g%level*g%datum*x(4)
  end subroutine component

  subroutine picked(x, y)
    real(r), intent(in) :: x(4)
    real(r), intent(out) :: y
    real(r), target :: s, t(4)
    real(r), pointer :: p, q
    s = x(1)*x(2)
    t = x**2
    p => pick(s)
    q => pick(t(3))
    s = s*x(4)
    y = p*q
    q => lowest(t)
    y = y + q
  end subroutine picked

  subroutine chosen(x, y)
    real(r), intent(in) :: x(4)
    real(r), intent(out) :: y
    real(r), target :: s, t
    real(r), pointer :: p
    s = x(1)*x(2)
    t = x(3)*x(4)
    call choose(s, t, p)
    p = p*x(1)
    y = s + 2*t
  end subroutine chosen

  subroutine elements(x, y)
    real(r), intent(in) :: x(4)
    real(r), intent(out) :: y
    type(cell), target :: a(4)
    integer :: i
    do i = 1, 4
      a(i)%t = x(i)
    end do
    do i = 1, 3
      call link(a(i), a(i+1))
    end do
    call link(a(4), a(1))
    a%t = a%t**2
    y = 0
    do i = 1, 4
      y = y + i*a(i)%t*a(i)%next%next%t
    end do
  end subroutine elements

  subroutine global(x, y)
    real(r), intent(in) :: x(4)
    real(r), intent(out) :: y
    real(r), target :: s
    type(cell), target :: a
    s = x(1)*x(2)
    a%t = x(3)
    call through(a, s)
    s = s*x(4)
    a%t = a%t*s
    y = kept*kept_cell%t
    kept => null()
    kept_cell => null()
  end subroutine global

  subroutine weighted(x, y)
    real(r), target, intent(in) :: x(4)
    real(r), intent(out) :: y
    type(holder) :: h
    real(r) :: z
    call hold(h, x)
    call use_it(h, y)
    call both(h, x, z)
    y = y + z*h%scale
  end subroutine weighted

  subroutine stretched(x, y)
    real(r), target, intent(inout) :: x(4)
    real(r), intent(out) :: y
    type(holder) :: h
    call stretch(h, x)
    call use_it(h, y)
  end subroutine stretched

  subroutine of_known_extent(x, y)
    real(r), target, intent(in) :: x(4)
    real(r), intent(out) :: y
    type(holder) :: h
    call hold_explicit(h, 4, x)
    call use_it(h, y)
  end subroutine of_known_extent
end module kept_targets
