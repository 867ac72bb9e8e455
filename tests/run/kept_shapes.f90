! Allocatable arrays that are assigned as a whole: most keep their shape, which the adjoint must know; some do not, and look as if they did.
! head: run(n u0 f)\(y)
! inputs: n = 5
! inputs: nt = 3
! inputs: dt = 0.1
! head: flow_line(bed h0)\(cost)
! inputs: n = 4
! inputs: nt = 3
! head: sizes_of_turns(x)\(y)
! head: grows(x)\(y)
! head: two_callers(x)\(y)
! head: behind_a_pointer(x)\(y)
! head: one_of_two(x k)\(y)
! inputs: k = 2
! head: moved(x)\(y)
! head: structures(x)\(y)
! head: later_length(x)\(y)
! head: told_by_status(x)\(y)
! head: told_by_callee(x)\(y)
module kept_shapes
  implicit none
  integer :: nx
  real(8), allocatable :: u(:), unew(:), force(:)
  type :: grid
    integer :: n
    real(8) :: dx
    real(8), allocatable :: bed(:), thick(:), surf(:)
  end type grid

contains

  subroutine init(n)
    integer, intent(in) :: n
    nx = n
    allocate (u(nx), unew(nx), force(nx))
  end subroutine init

  subroutine advance(dt)
    real(8), intent(in) :: dt
    integer :: i
    do i = 2, nx - 1
      unew(i) = u(i) + dt*(u(i - 1) - 2*u(i) + u(i + 1)) - dt*u(i)**3
    end do
    unew(1) = u(1)
    unew(nx) = u(nx)
    u = unew + dt*force
  end subroutine advance

  ! Arrays of the module, allocated by one procedure and assigned in another.
  subroutine run(n, u0, f, nt, dt, y)
    integer, intent(in) :: n, nt
    real(8), intent(in) :: u0(n), f(n), dt
    real(8), intent(out) :: y
    integer :: t
    call init(n)
    u = u0
    force = f
    do t = 1, nt
      call advance(dt)
    end do
    y = sum(u**2)
    deallocate (u, unew, force)
  end subroutine run

  subroutine step(g)
    type(grid), intent(inout) :: g
    real(8) :: q(g%n + 1)
    integer :: i
    q(1) = 0
    do i = 2, g%n
      q(i) = -g%thick(i)**2*(g%surf(i) - g%surf(i - 1))/g%dx
    end do
    q(g%n + 1) = 0
    do i = 1, g%n
      g%thick(i) = g%thick(i) - 0.1d0*(q(i + 1) - q(i))
    end do
    g%surf = g%bed + g%thick
  end subroutine step

  ! Components, which a callee assigns.
  subroutine flow_line(n, nt, bed, h0, cost)
    integer, intent(in) :: n, nt
    real(8), intent(in) :: bed(n), h0(n)
    real(8), intent(out) :: cost
    type(grid) :: g
    integer :: t
    g%n = n
    g%dx = 0.5d0
    allocate (g%bed(n), g%thick(n), g%surf(n))
    g%bed = bed
    g%thick = h0
    g%surf = bed + h0
    do t = 1, nt
      call step(g)
    end do
    cost = sum(g%surf**2)
  end subroutine flow_line

  ! The length is another one in each turn: `u` still has that of the turn before.
  subroutine sizes_of_turns(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8), allocatable :: v(:), w(:)
    integer, parameter :: lengths(3) = [3, 2, 4]
    integer :: k, n, m
    y = 0
    m = 3
    allocate (w(m))
    w = x
    do k = 1, 3
      n = lengths(k)
      if (allocated(v)) deallocate (v)
      allocate (v(n))
      v = x*k
      y = y + sum(w**2)*size(w)
      w = v*v
      m = n
    end do
    y = y + sum(w)
  end subroutine sizes_of_turns

  subroutine grows(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8), allocatable :: list(:), twice(:)
    integer :: k
    allocate (list(1))
    list = [x]
    do k = 1, 3
      list = [list, list(k)*sin(x)]
    end do
    allocate (twice(size(list)))
    twice = list*2
    list = twice*x
    y = sum(list*twice)
  end subroutine grows

  subroutine take(a, b)
    real(8), allocatable, intent(inout) :: a(:)
    real(8), intent(in) :: b(:)
    a = a(1)*b
  end subroutine take

  subroutine take_always(a, b)
    real(8), allocatable, intent(inout) :: a(:)
    real(8), intent(in) :: b(:)
    a = a*b + b
  end subroutine take_always

  ! One of them gives an array of the same shape at each call, the other one does not.
  subroutine two_callers(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8), allocatable :: a(:), b(:), c(:)
    allocate (a(3), b(3), c(2))
    a = x
    b = [x, x**2, x**3]
    c = [sin(x), cos(x)]
    call take(a, b)
    call take(a, c)
    call take_always(b, b(:)*2)
    call take_always(c, a)
    y = sum(a*c) + sum(b)
  end subroutine two_callers

  ! The length changes behind another name.
  subroutine behind_a_pointer(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8), allocatable :: a(:), b(:)
    integer, target :: n
    integer, pointer :: p
    n = 2
    p => n
    allocate (a(n))
    a = x
    p = 4
    allocate (b(n))
    b = x**2
    y = sum(a**2)
    a = b*x
    y = y + sum(a)
  end subroutine behind_a_pointer

  ! Allocated in two ways.
  subroutine one_of_two(x, k, y)
    real(8), intent(in) :: x, k
    real(8), intent(out) :: y
    real(8), allocatable :: a(:), b(:)
    if (k > 1) then
      allocate (a(2), b(2))
    else
      allocate (a(3), b(3))
    end if
    a = x*k
    b = a*a
    a = b + a
    y = sum(a*b)
    deallocate (b)
    if (k > 1) allocate (b(5))
    if (.not. allocated(b)) allocate (b(2))
    b = k
    a = b*x*a(1)
    y = y + sum(a)
  end subroutine one_of_two

  ! MOVE_ALLOC hands shapes over.
  subroutine moved(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8), allocatable :: a(:), b(:), c(:)
    integer :: k
    allocate (a(2), c(4))
    a = x
    c = x**2
    do k = 1, 2
      allocate (b(2*size(a)))
      b = 0
      b(1:size(a)) = a
      b(size(a) + 1:) = a*x
      call move_alloc(b, a)
      if (k == 1) c = c + a
    end do
    y = sum(a) + sum(c**2)
  end subroutine moved

  ! A structure as a whole takes the shapes of another one.
  subroutine structures(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(grid) :: g, h
    integer :: k
    g%n = 2
    allocate (g%bed(g%n), g%thick(g%n + 1), g%surf(3))
    g%bed = x
    g%thick = x**2
    g%surf = g%thick*x
    h = g
    do k = 1, 2
      h%thick = h%surf*h%thick
      h%surf = g%thick + h%thick
      g = h
    end do
    h%bed = h%surf*x
    h = g
    y = sum(h%surf) + sum(h%bed) + sum(g%thick)
  end subroutine structures

  ! The number that an array was allocated with is not the one that another has.
  subroutine later_length(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8), allocatable :: a(:), b(:)
    integer :: n, k
    n = 1
    y = 0
    do k = 1, 3
      if (.not. allocated(a)) then
        allocate (a(n))
        a = x
      end if
      n = n + 1
      allocate (b(n))
      b = x*n
      y = y + sum(a**2)
      a = b*sum(a)
      deallocate (b)
    end do
    y = y + sum(a)
  end subroutine later_length

  ! STAT= gives its variable another value, and what is allocated by that another shape.
  subroutine told_by_status(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8), allocatable :: u(:), v(:)
    integer, allocatable :: w(:)
    integer :: k
    k = 2
    allocate (u(k + 1))
    u = x*x
    y = sum(u*u)
    allocate (w(2), stat=k)
    allocate (v(k + 1))
    v = sin(x)
    u = v
    y = y + sum(u*u)*size(w)
  end subroutine told_by_status

  subroutine told_by_callee(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8), allocatable :: u(:), v(:)
    integer :: k
    k = 2
    allocate (u(k + 1))
    u = x*x
    y = sum(u*u)
    call make_room(k)
    allocate (v(k + 1))
    v = sin(x)
    u = v
    y = y + sum(u*u)
  end subroutine told_by_callee

  subroutine make_room(status)
    integer, intent(inout) :: status
    integer, allocatable :: w(:)
    allocate (w(2))
    deallocate (w, stat=status)
  end subroutine make_room

end module kept_shapes
