! Must-read: read on all paths before anything may have written it.
! test: must-read, read, exposed
subroutine straight(x, y, z) ! must-read: x | read: x y | exposed: x
  real(8) :: x, y, z
  y = x
  z = y
end subroutine straight

subroutine branch(n, x, y, z) ! must-read: n x | read: n x y | exposed: n x y
  integer :: n
  real(8) :: x, y, z
  if (n > 0) then
    z = x + y
  else
    z = x
  end if
end subroutine branch

! A loop may have no turns; an early return leaves the rest out.
subroutine loop(n, x, y, s) ! must-read: n s | read: n x y s | exposed: n x y s
  integer :: n, i
  real(8) :: x(n), y, s
  do i = 1, n
    s = s + x(i)
  end do
  if (s > 0) return
  s = y
end subroutine loop

! The second operand of .and. need not be evaluated, nor an argument of what we do not have be read.
subroutine unsure(n, l, x, y, z) ! must-read: n | read: l n x y | exposed: l n x y
  integer :: n
  logical :: l
  real(8) :: x, y, z
  if (n > 0 .and. l) z = 1
  if (n > 1) z = x
  z = n
  call unknown(y)
end subroutine unsure

subroutine calls(n, a, b, c) ! must-read: a n | read: a b n | exposed: a b n
  integer :: n
  real(8) :: a, b, c
  call branch(n, a, b, c)
end subroutine calls

recursive subroutine turns(n, x) ! must-read: n | read: n x | exposed: n x
  integer :: n
  real(8) :: x
  if (n > 0) then
    x = 2*x
    call turns(n - 1, x)
  end if
end subroutine turns
