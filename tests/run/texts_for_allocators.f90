! An internal procedure that allocates for its host and takes a text: it is put in the place of its calls.
! head: model(x)\(j)
! inputs: n = 3
module named_fields
  implicit none
  type field
    real(8), pointer :: p(:) => null()
    character(len=8) :: name = 'none'
  end type
  type domain
    integer :: n
    type(field) :: h, u
  end type
contains
  subroutine model(n, x, j)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: j
    type(domain) :: d
    integer :: k
    call create(d, n)
    d%h%p(1:n) = x**2
    do k = 1, n
      d%u%p(k) = d%h%p(k - 1)*x(k) + sin(d%h%p(k))
    end do
    j = 0
    if (d%h%name == 'depth' .and. d%u%name == 'u') j = sum(d%h%p*d%u%p)
    deallocate (d%h%p, d%u%p)
  end subroutine

  subroutine create(d, n)
    type(domain), intent(inout) :: d
    integer, intent(in) :: n
    character(len=8) :: buffer
    d%n = n
    buffer = 'u'
    call new(d%h, 'depth')
    call new(d%u, trim(buffer))
  contains
    subroutine new(f, name)
      type(field), intent(inout) :: f
      character(len=*), intent(in) :: name
      allocate (f%p(0:d%n + 1))
      f%p = 0
      f%name = name
    end subroutine
  end subroutine
end module
