! The backward half of a split procedure rebuilds a loop, which saves and restores inside, beside what the forward half has saved for it. The loop
! has no turn: nothing that it overwrites is kept.
! options: -nocheckpoint masked
! inputs: n = 5
! inputs: s = 0.5 .. 1.5
! inputs: x(n) = 0.5 .. 3.5
! head: covered(x s)\(x s)
module rebuilt
  implicit none
contains
  subroutine masked(n, x, s)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n), s
    real(8) :: a, b
    integer :: i, k
    a = 0.5d0*s
    b = s*s
    do i = 0, 1, -1
      where (x > 0.5d0)
        x = x*exp(sin(a + s*b))
      elsewhere
        x = 2.125d0*b - x
      end where
    end do
    k = 0
    do while (k < 3)
      k = k + 1
      x(2) = 1.5d0*s
      if (sum(x) > 20d0) exit
    end do
  end subroutine masked

  subroutine covered(n, x, s)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n), s
    call masked(n, x, s)
    x = x*x*s
  end subroutine covered
end module rebuilt
