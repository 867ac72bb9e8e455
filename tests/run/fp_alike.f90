! Turns of a fixed point that are alike although they count, set flags, and fill work arrays: what goes from turn to turn says nothing of what they compute.
! head: m%outer(p)\(y)
! inputs: p = 0.5 .. 1.0
module m
  implicit none
  integer :: total = 0
  integer :: hist(1000)
contains
  subroutine g(p, z)
    real(8), intent(in) :: p
    real(8), intent(inout) :: z(4)
    real(8) :: old(4), best
    integer :: k, i, perm(4), last, lim
    logical :: done, first
    k = 0
    done = .false.
    first = .true.
    lim = 10
    last = 0
    !$AD FP-LOOP "z" 1e-14
    do while (.not. done)
      k = k + 1
      total = total + 1
      hist(k) = total
      old = z
      do i = 1, 4
        perm(i) = 5 - i
      end do
      if (k > 800) stop 'no convergence'
      if (mod(k, 500) == 0) print *, k
      do i = 1, 4
        if (first) then
          z(i) = p
        else
          z(perm(i)) = 0.5d0*cos(z(i)) + p*0.3d0*i
        end if
      end do
      first = .false.
      best = 0
      do i = 1, 4
        if (abs(z(i) - old(i)) > best) then
          best = abs(z(i) - old(i))
          last = i
        end if
      end do
      done = best < 1d-15
      if (k == lim) then
        lim = lim + 10
      end if
    end do
  end subroutine
  subroutine outer(p, y)
    real(8), intent(inout) :: p
    real(8), intent(out) :: y
    real(8) :: z(4)
    integer :: i
    y = 0
    do i = 1, 2
      z = i
      call g(p, z)
      p = p*z(2)
      y = y + sum(z*z)*p*(1 + 0*total)
    end do
  end subroutine
end module
