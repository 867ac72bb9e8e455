! Derivatives of storage with several names: which of them begin and end with zero, are saved and put back, and lie over each other.
! head: part_of_block
! head: block_beyond
! head: two_views
! head: by_a_third
! inputs: x = 0.5 .. 1.5
! head: touched_below
! inputs: x = 0.5 .. 1.5
! head: set_by_other_name
! head: halves
! inputs: x(3) = 0.5 .. 1.5
! options: -nocheckpoint work
module shared
  implicit none
  real(8), save :: a(4), c(3), whole(7), u(2), t(2)
  equivalence (a(4), c(1))
  equivalence (whole(5), u(1)), (whole(5), t(1))
end module

module plain
  real(8) lone(3), one
  equivalence (lone(2), one)
end module

subroutine part_of_block
  ! c2 is in the block, and has other parts before and behind.
  implicit none
  real(8) :: c1(2), c2, c3, c4(2), v(5)
  common /blk/ c1, c2, c3, c4
  equivalence (c4(1), v(4))
  v(5) = c1(2)
end subroutine

subroutine block_beyond(p)
  implicit none
  real(8) :: p, b(3), d1, d2, d3, v(3)
  integer :: i
  common /blk/ b, d1, d2, d3
  equivalence (b(3), v(1))
  b(2) = p
  b(3) = p
  do i = 1, 3
    p = p + 0.25d0*v(i)
  end do
end subroutine

subroutine two_views(x, y)
  use shared
  implicit none
  real(8) :: x, y
  y = x*c(1)
  c(1) = sin(x*a(2))
  y = y*a(4)
end subroutine

subroutine by_a_third(x, y)
  ! u and t are one, which only `whole` says.
  use shared, only: u, t
  implicit none
  real(8) :: x, y
  u(1) = x
  t(1) = t(1)**2
  y = u(1)*x
end subroutine

subroutine touched_below(x)
  implicit none
  real(8) :: x
  call touch(x)
end subroutine

subroutine touch(x)
  use plain
  implicit none
  real(8) :: x
  one = x**2
end subroutine

subroutine set_by_other_name(p)
  implicit none
  real(8) :: p, c1(2), d, c2(2), b(3), e(3), v
  integer :: i
  common /blk/ c1, d, c2
  equivalence (d, b(1)), (d, v)
  e(1) = 0.5d0
  e(2) = 0.5d0
  e(3) = 0.5d0*sqrt(1 + b(1)**2)
  do i = 1, 3, 2
    b(i) = exp(-e(i)**2)
  end do
end subroutine

subroutine halves(x)
  ! The backward half of work needs v(5), whose other name is b(3).
  implicit none
  real(8) :: x(3)
  call work(x)
  x(1) = x(1)*x(2)
end subroutine

subroutine work(x)
  implicit none
  real(8) :: x(3), v(6), b(3), a(2)
  integer :: i
  equivalence (b(1), v(3)), (v(2), a(2))
  do i = 1, 6
    v(i) = x(1)
  end do
  x(1) = a(2)
  x(2) = x(2) + sin(b(3))
  x(3) = x(1)*v(6)
end subroutine
