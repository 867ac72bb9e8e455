! Functions that give pointers: getters, bound to a type or not, columns of a table, nodes that are made and found. Their values are associated, computed
! with, changed, and handed on.
! head: getters(x)\(y)
! head: columns(x)\(y)
! head: nodes(x)\(y)
! head: dispatched(x)\(y)
! head: everywhere(x)\(y)
! inputs: x(5) = 0.5 .. 1.5
module pointer_functions
  implicit none
  integer, parameter :: dp = kind(1.d0)
  type :: mesh
    real(dp), allocatable :: x(:), area(:)
  end type
  type :: state
    integer :: n = 0
    real(dp) :: k = 1
    type(mesh) :: grid
    real(dp), pointer :: u(:) => null(), v(:) => null()
  contains
    procedure :: get => get_field
    procedure :: mesh_of
  end type
  type :: node
    integer :: key = 0
    real(dp) :: value = 0
    type(node), pointer :: next => null()
  end type
  type :: base
    real(dp) :: a(3) = 0
  contains
    procedure :: values => base_values
  end type
  type, extends(base) :: more
    real(dp) :: b(2) = 0
  contains
    procedure :: values => more_values
  end type
  real(dp), target :: table(3, 5)
contains
  function get_field(self, which) result(p)
    class(state), intent(in) :: self
    integer, intent(in) :: which
    real(dp), pointer :: p(:)
    select case (which)
    case (1)
      p => self%u
    case (2)
      p => self%v
    case default
      nullify (p)
    end select
  end function get_field
  function mesh_of(this) result(p)
    class(state), target, intent(inout) :: this
    type(mesh), pointer :: p
    p => this%grid
  end function mesh_of
  function coordinates(this)
    type(state), target, intent(in) :: this
    real(dp), pointer :: coordinates(:)
    coordinates => this%grid%x
  end function coordinates

  subroutine getters(x, y)
    real(dp), intent(in) :: x(5)
    real(dp), intent(out) :: y
    type(state), target :: s
    type(mesh), pointer :: g
    real(dp), pointer :: u(:), v(:), c(:)
    integer :: i
    s%n = 5
    allocate (s%u(5), s%v(5))
    u => s%get(1)
    v => s%get(2)
    u = x
    do i = 1, 5
      v(i) = u(i)**2
      if (i > 1) v(i) = v(i)*u(i - 1)
    end do
    s%k = x(2)
    s%grid%x = sin(x)
    allocate (s%grid%area(5))
    g => s%mesh_of()
    c => coordinates(s)
    c(2) = c(2)*v(1)
    g%area = c**2*s%k
    y = sum(v*u) + sum(g%area*coordinates(s))
    deallocate (s%u, s%v)
  end subroutine getters

  function column(k) result(p)
    integer, intent(in) :: k
    real(dp), pointer :: p(:)
    p => table(:, k)
  end function column
  subroutine scale(a, c)
    real(dp), intent(inout) :: a(:)
    real(dp), intent(in) :: c
    a = a*c*a
  end subroutine scale
  subroutine columns(x, y)
    real(dp), intent(in) :: x(5)
    real(dp), intent(out) :: y
    real(dp), pointer :: c(:)
    integer :: k
    y = 0
    do k = 1, 5
      c => column(k)
      c = x(k)*[1._dp, 2._dp, 3._dp]
      call scale(c, x(1))
    end do
    do k = 2, 5
      y = y + dot_product(column(k), column(k - 1))
    end do
    call scale(column(1), y)
    y = y + sum(table)
  end subroutine columns

  function new_node(key, value) result(n)
    integer, intent(in) :: key
    real(dp), intent(in) :: value
    type(node), pointer :: n
    allocate (n)
    n%key = key
    n%value = value
    n%next => null()
  end function new_node
  function find(head, key) result(n)
    type(node), pointer, intent(in) :: head
    integer, intent(in) :: key
    type(node), pointer :: n
    n => head
    do while (associated(n))
      if (n%key == key) return
      n => n%next
    end do
  end function find
  subroutine nodes(x, y)
    real(dp), intent(in) :: x(5)
    real(dp), intent(out) :: y
    type(node), pointer :: head, n
    integer :: i
    head => null()
    do i = 1, 5
      n => new_node(i, x(i)**2)
      n%next => head
      head => n
    end do
    n => find(head, 2)
    y = n%value*x(1)
    if (y < 0) then
      y = x(1)
    else if (associated(n) .and. associated(find(n, 1))) then
      y = y*x(5)
    end if
    n => find(head, 3)
    y = y + n%value**2
    do while (associated(head))
      n => head%next
      deallocate (head)
      head => n
    end do
  end subroutine nodes

  function base_values(self) result(p)
    class(base), target, intent(in) :: self
    real(dp), pointer :: p(:)
    p => self%a
  end function base_values
  function more_values(self) result(p)
    class(more), target, intent(in) :: self
    real(dp), pointer :: p(:)
    p => self%b
  end function more_values
  subroutine twice(o)
    class(base), target, intent(inout) :: o
    real(dp), pointer :: q(:)
    q => o%values()
    q = 2*q*q
  end subroutine twice
  subroutine dispatched(x, y)
    real(dp), intent(in) :: x(5)
    real(dp), intent(out) :: y
    type(more), target :: o
    type(base), target :: s
    o%a = x(1:3)
    o%b = x(4:5)**2
    s%a = x(1:3)*x(1)
    call twice(o)
    call twice(s)
    y = sum(o%a*s%a) + product(o%b)
  end subroutine dispatched

  subroutine everywhere(x, y)
    real(dp), intent(in) :: x(5)
    real(dp), intent(out) :: y
    real(dp), pointer :: p(:)
    real(dp), allocatable :: w(:)
    integer :: i
    table = 1
    table(:, 2) = x(1:3)
    y = 0
    i = 1
    do while (i < 4 .and. sum(column(2)) < 100)
      p(0:) => column(2)
      p(0) = p(0) + p(1)*x(i)
      y = y + p(2)*p(0)
      i = i + 1
    end do
    where (column(2) > 0.2_dp) table(:, 3) = column(2)*x(3:5)
    allocate (w(size(column(3))))
    w = 2*column(3)
    y = y + sum(w**2)
  end subroutine everywhere
end module pointer_functions
