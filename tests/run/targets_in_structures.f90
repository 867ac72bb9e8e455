! Pointers that lead to allocatable components of variables of modules, nested ones and those of elements too: the derivative is there from the association on.
! head: run(c)/(w)
! inputs: n = 4
! inputs: w(4) = 0.5 .. 1.5
module fields
  implicit none
  type field
    real(8) :: offset = 0
    real(8), allocatable :: t(:), s(:)
  end type
  type grid
    type(field) :: now
    type(field), allocatable :: layer(:)
  end type
  type(grid), save, target :: g
  type(field), save, target :: h
  type(field), allocatable, save, target :: cols(:)
  real(8), pointer :: view(:) => null(), other(:) => null()
contains
  subroutine setup(n)
    integer, intent(in) :: n
    integer :: k
    if (.not. allocated(g%layer)) then
      allocate (g%layer(2))
      do k = 1, 2
        allocate (g%layer(k)%t(n))
      end do
      allocate (g%now%s(0:n - 1))
    end if
    view => g%now%s
  end subroutine
  subroutine attach(f, n)
    type(field), intent(inout), target :: f
    integer, intent(in) :: n
    if (.not. allocated(f%s)) allocate (f%s(n))
    other => f%s
  end subroutine
  subroutine look(f)
    type(field), intent(in), target :: f
    other => f%t
  end subroutine
end module
subroutine run(n, w, c)
  use fields
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: w(n)
  real(8), intent(out) :: c
  real(8), pointer :: a(:), b(:)
  type(field), pointer :: q
  integer :: k
  call setup(n)
  if (allocated(cols)) deallocate (cols)
  allocate (cols(3))
  do k = 1, 3
    allocate (cols(k)%t(n))
    cols(k)%offset = w(1)*k
    cols(k)%t(:) = w*k
  end do
  if (allocated(h%t)) deallocate (h%t)
  allocate (h%t(n))
  g%now%s(:) = w**2
  g%layer(1)%t(:) = sin(w)
  g%layer(2)%t(:) = cos(w)
  c = view(2)
  do k = 1, 3
    a => cols(k)%t
    c = c + sum(a**2)*cols(k)%offset
  end do
  do k = 1, 2
    if (k == 1) then
      q => g%layer(2)
    else
      q => h
    end if
    b => q%t
    if (w(1) > 100) b => q%t(1:n)
    b = w**(k + 1)*view
    c = c + sum(g%layer(2)%t*w)
  end do
  call look(h)
  other = other*w
  call attach(h, n)
  other = h%t*w**2
  c = c + sum(h%s*h%t)
  nullify (view, other)
end subroutine
