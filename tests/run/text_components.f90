! inputs: n = 3
! head: run(x)\(y)
! Text of deferred length, in structures and by itself: the backward sweep allocates it again as long as it was.
module labelled_fields
  implicit none
  integer, parameter :: dp = kind(1d0)
  type field
    real(dp), allocatable :: v(:)
    character(len=:), allocatable :: label
  end type field
contains
  function scaled(a, s, label) result(c)
    type(field), intent(in) :: a
    real(dp), intent(in) :: s
    character(len=*), intent(in) :: label
    type(field) :: c
    c%v = s*a%v*a%v
    c%label = label
  end function scaled

  subroutine run(n, x, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: y
    type(field) :: f
    character(len=:), allocatable :: what
    integer :: i
    f%v = x
    f%label = 'first guess'
    y = 0
    do i = 1, 3
      what = f%label
      if (what == 'first guess') then
        y = y + sum(f%v**2)
      else
        y = y + sum(f%v)*len(f%label)*x(i)
        what = what//repeat('-', i)
      end if
      y = y*x(2) + len(what)*x(i)**2
      f = scaled(f, x(1), repeat('+', i))
    end do
  end subroutine run
end module labelled_fields
