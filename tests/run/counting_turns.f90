! Counters and sums that go on from turn to turn of a loop whose turns run forward and back one after the other.
! head: dense(x)\(out)
! inputs: nin = 3
! inputs: nout = 2
! inputs: x(6) = 0.5 .. 1.5
! head: places(x)\(out)
! inputs: nin = 3
! inputs: nout = 2
! inputs: x(6) = 0.5 .. 1.5
! options: -invertupdates
subroutine dense(nin, nout, x, out)
  integer, intent(in) :: nin, nout
  double precision, intent(in) :: x(nin*nout)
  double precision, intent(out) :: out(nout)
  double precision :: s
  integer :: i, o, k
  k = 0
  do o = 1, nout
    s = 1.0d0
    do i = 1, nin
      k = k + 1
      s = s*x(k)
    end do
    out(o) = sin(s)
  end do
end subroutine dense

subroutine places(nin, nout, x, out)
  integer, intent(in) :: nin, nout
  double precision, intent(in) :: x(nin*nout)
  double precision, intent(out) :: out(nout)
  double precision :: s, w(2)
  integer :: i, o, at(2)
  at = (/0, 7/)
  w(1) = 0.25d0
  w(2) = 0.5d0
  do o = 1, nout
    s = 1.0d0
    do i = 1, nin
      at(1) = at(1) + 1
      at(2) = at(2) - 1
      w(1) = w(1) + 0.125d0
      s = s*x(at(1))*cos(w(1)*x(at(2)))
    end do
    out(o) = sin(s)*w(2)
  end do
end subroutine places
