! Functions whose allocatable values, or values with allocatable components, are assigned more than once.
! head: network(loss)/(w)
! inputs: nw = 17
! inputs: nb = 3
! head: march(loss)/(w)
! inputs: nw = 17
! inputs: nb = 3
module layers
  implicit none
  integer, parameter :: wp = kind(1d0)
  type layer
    real(wp), allocatable :: w(:, :), b(:), z(:), a(:)
    logical :: soft = .false.
  end type
  type net
    type(layer), allocatable :: l(:)
  contains
    procedure :: forward
    procedure :: unpack_weights
  end type
  type field
    real(wp), allocatable :: a(:)
  end type
  type state
    type(field) :: h, u
    real(wp) :: time = 0
  end type
  interface operator(+)
    module procedure add_state
  end interface
  interface operator(*)
    module procedure scale_state
  end interface
contains
  elemental function activate(x, soft) result(y)
    real(wp), intent(in) :: x
    logical, intent(in) :: soft
    real(wp) :: y
    if (soft) then
      y = log(1 + exp(x))
    else
      y = tanh(x)
    end if
  end function
  subroutine unpack_weights(self, dims, w)
    class(net), intent(inout) :: self
    integer, intent(in) :: dims(:)
    real(wp), intent(in) :: w(:)
    integer :: i, at, m, n
    allocate(self%l(size(dims) - 1))
    at = 0
    do i = 1, size(dims) - 1
      n = dims(i); m = dims(i+1)
      self%l(i)%w = reshape(w(at+1:at+n*m), [m, n])
      at = at + n*m
      self%l(i)%b = w(at+1:at+m)
      at = at + m
    end do
    self%l(size(self%l))%soft = .true.
  end subroutine
  function forward(self, x) result(y)
    class(net), intent(inout) :: self
    real(wp), intent(in) :: x(:)
    real(wp), allocatable :: y(:)
    integer :: i
    y = x
    do i = 1, size(self%l)
      associate (ly => self%l(i))
        ly%z = matmul(ly%w, y) + ly%b
        ly%a = activate(ly%z, ly%soft)
        y = ly%a
      end associate
    end do
  end function
  function new_field(n, start) result(f)
    integer, intent(in) :: n
    real(wp), intent(in) :: start
    type(field) :: f
    allocate(f%a(0:n+1), source=start)
  end function
  function add_state(x, y) result(z)
    type(state), intent(in) :: x, y
    type(state) :: z
    z = x
    z%h%a = x%h%a + y%h%a
    z%u%a = x%u%a + y%u%a
    z%time = x%time + y%time
    return
  end function
  function scale_state(c, x) result(z)
    real(wp), intent(in) :: c
    type(state), intent(in) :: x
    type(state) :: z
    z = x
    z%h%a = c*x%h%a
    z%u%a = c*x%u%a
    z%time = c*x%time
  end function
  function tendency(s) result(d)
    type(state), intent(in) :: s
    type(state) :: d
    integer :: i, n
    n = ubound(s%h%a, 1) - 1
    d%h = new_field(n, 0._wp); d%u = new_field(n, 0._wp)
    do i = 1, n
      d%h%a(i) = -(1 + s%h%a(i))*(s%u%a(i+1) - s%u%a(i-1))
      d%u%a(i) = -(s%h%a(i+1) - s%h%a(i-1)) - s%u%a(i)*abs(s%u%a(i))
    end do
    d%time = 1
  end function
end module
subroutine network(nw, w, nb, x, t, loss)
  use layers
  implicit none
  integer, intent(in) :: nw, nb
  real(wp), intent(in) :: w(nw), x(2, nb), t(nb)
  real(wp), intent(out) :: loss
  type(net) :: model
  real(wp) :: out(1)
  integer :: ib
  call model%unpack_weights([2, 4, 1], w)
  loss = 0
  do ib = 1, nb
    out = model%forward(x(:, ib))
    loss = loss + (out(1) - t(ib))**2
  end do
  loss = loss/nb + 1e-3_wp*sum([(sum(model%l(ib)%w**2), ib = 1, size(model%l))])
end subroutine
subroutine march(nw, w, nb, loss)
  use layers
  implicit none
  integer, intent(in) :: nw, nb
  real(wp), intent(in) :: w(nw)
  real(wp), intent(out) :: loss
  type(state) :: s, k1, k2
  integer :: it
  s%h = new_field(nw, 0._wp); s%u = new_field(nw, 0.1_wp)
  s%h%a(1:nw) = w
  do it = 1, nb
    k1 = tendency(s)
    k2 = tendency(s + 0.05_wp*k1)
    s = s + 0.1_wp*k2
  end do
  loss = sum(s%h%a**2) + dot_product(s%u%a, s%h%a) + s%time
end subroutine
