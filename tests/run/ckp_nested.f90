! Regions in regions, two at one place, calls in them, loops that are left early in them.
! head: top(a)\(r)
! inputs: n = 5
! inputs: a(5) = 0.5 .. 1.5
module work
  implicit none
  real(8) :: scale = 1.5d0
contains
  subroutine step(n, a, s)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n), s
    integer :: i
    !$AD CHECKPOINT-START
    do i = 1, n
      a(i) = a(i)*cos(a(i))*scale
      s = s + a(i)**2
    end do
    !$AD CHECKPOINT-END
    scale = scale*s/(1 + s)
  end subroutine step
  real(8) function energy(n, a)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    integer :: i
    energy = 0
    do i = 1, n
      energy = energy + a(i)*sin(a(i))
    end do
  end function energy
end module work
subroutine top(n, a, r)
  use work
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(out) :: r
  real(8) :: s, w(3), old
  integer :: i, k
  s = 0
  w = 1
  scale = 1.5d0
  !$AD CHECKPOINT-START
  !$AD CHECKPOINT-START
  call step(n, a, s)
  w = w*s
  !$AD CHECKPOINT-END
  do k = 1, 3
    !$AD CHECKPOINT-START
    w(k) = w(k) + energy(n, a)*a(k)
    search: do i = 1, n
      if (w(k)*i > 2.5d0) exit search
      if (a(i) > 0.9d0) cycle search
      w(k) = w(k) + a(i)*w(k)
    end do search
    !$AD CHECKPOINT-END
  end do
  old = s
  !$AD CHECKPOINT-START
  do while (s > 0.5d0)
    s = s*s/(s + 0.7d0)
    w(2) = w(2)*s
  end do
  !$AD CHECKPOINT-END
  !$AD CHECKPOINT-END
  call step(n, a, s)
  r = sum(w) + s*old + energy(n, a)
end subroutine top
