! Facts go round a loop: z becomes varied in the second turn. An array is one zone, and a part of it kills nothing.
! test: varied, useful
! head: f from x to s
subroutine f(n, x, a, s)
  integer :: n, i
  real(8) :: x, a(n), s, z, q
  s = 0.0d0          ! varied: x | useful: a x
  z = 1.0d0          ! varied: x | useful: a x s
  q = 0.0d0          ! varied: x | useful: a x s z
  do i = 1, n        ! useful: a x s z q
    s = s + z*a(i)   ! varied: x s a z q | useful: s z a x q
    z = q            ! varied: x s a z q | useful: s a x q
    q = x            ! varied: x s a z q | useful: s z a x
    a(i) = 1.0d0     ! varied: x s a z q | useful: s z a x q
    a(i) = z         ! varied: x s a z q | useful: s z a x q
  end do
end subroutine f
