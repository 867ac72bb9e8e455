! Constant and dead till exit, before each statement: what the rest of the procedure surely does not write, and what has a value that it does not read.
! test: cst, unread
! head: till_exit from x to y
subroutine till_exit(n, k, x, y, z)
  integer, intent(in) :: n, k(n)
  real(8) :: x, y, z, t
  integer :: i
  t = x            ! cst: n k x | unread: t i y
  y = t            ! cst: n k x | unread: y i x
  do i = 1, n      ! cst: n k x | unread: i x t
    if (k(i) > 0) then ! cst: n k x | unread: n x t
      y = z*y      ! cst: n k x | unread: n x t
    else
      z = 0        ! cst: n k x | unread: n x t z
    end if
  end do
  t = z            ! cst: n k x z i | unread: n k x y i t
  y = t            ! cst: n k x z i t | unread: n k x y z i
end subroutine till_exit
