! head: named(y)/(x)
! inputs: x = 0.6 .. 1.4
! head: chosen(y)/(x)
! inputs: x = 0.6 .. 1.4
! inputs: n = 3
! head: parsed(y)/(x)
! inputs: x = 0.6 .. 1.4
! wrong interpreted: cannot be interpreted
! Where a part of a text begins and ends is read, whether the text is read, written or compared.

! The number of characters is an exponent.
subroutine named(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  character(8) :: full
  integer :: k, l
  k = 2
  l = 3
  full = 'abcdefgh'
  full = full(1:k)//full(l:l)
  y = x**len_trim(full)
  full(k:k) = ' '
  if (full(k:k + 1) == ' c') y = y*x
  y = y*sin(y)
end subroutine named

! Names in a loop, and in a structure.
subroutine chosen(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type option
    character(6) :: key
    integer :: at(2)
  end type option
  type(option) :: o
  character(6) :: letters
  integer :: i, k
  letters = 'acbabc'
  o%key = 'abcabc'
  y = x
  do i = 1, n
    k = mod(2*i, 5) + 1
    o%at(1) = k
    if (o%key(o%at(1):o%at(1)) == letters(k:k)) then
      y = y*sin(x*i)
    else
      y = y + x*y*y
    end if
    letters(i:i) = o%key(k:k)
    if (letters(:i) > 'b') y = y*x
  end do
end subroutine chosen

! Numbers in a text.
subroutine parsed(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  character(12) :: line
  integer :: k, power
  real(8) :: factor
  line = 'p=3 f=0.5'
  k = index(line, '=') + 1
  read (line(k:k), *) power
  k = k + index(line(k:), '=')
  read (line(k:), *) factor
  y = factor*x**power
  y = y*y
end subroutine parsed
