! A structure assigned whole takes its derivative whole, with components that are active nowhere: their derivatives are zero before, not undefined.
! head: in_a_loop(c0 s2)\(c0)
! inputs: c0%k = 2
! inputs: c1%k = 2
! head: behind_a_label(c0)\(c0)
! inputs: c0%k = 2
! inputs: c1%k = 2
! head: made(c0 s2)\(c0)
! inputs: c0%k = 2
! inputs: c1%k = 2
! head: handed_over(c0)\(y)
! inputs: c0%k = 2
module structures
  implicit none
  type t1
    real(8) :: b(4)
  end type t1
  type t0
    integer :: k
    real(8) :: b(4)
    type(t1) :: q
  end type t0
contains
  subroutine in_a_loop(c0, c1, s2)
    type(t0) :: c0
    type(t0), intent(inout) :: c1
    real(8) :: s2
    integer :: i
    do i = 2, 4
      c0 = c1
      c0%q%b = c0%q%b*s2
      c1%q%b = c0%q%b
    end do
  end subroutine in_a_loop

  subroutine behind_a_label(c0, c1)
    type(t0) :: c0
    type(t0), intent(inout) :: c1
    integer :: i
20 continue
    do i = 2, 4
      c0 = c1
    end do
    c1%q%b = c0%q%b
    if (1 > 1) goto 20
  end subroutine behind_a_label

  subroutine made(c0, c1, s2)
    type(t0), intent(inout) :: c0
    type(t0), intent(inout) :: c1
    real(8), intent(inout) :: s2
    c1%q%b(1) = s2**2
    c0 = t0(1, c1%b, c1%q)
    c0%b(2) = c0%b(2)*c0%q%b(1)
  end subroutine made

  ! The callee copies a part that is of no use there: its derivative is the caller's.
  subroutine handed_over(c0, y)
    type(t0), intent(in) :: c0
    real(8), intent(out) :: y
    real(8) :: first
    call looked_at(c0, first)
    y = first + sum(c0%q%b**2)
  end subroutine handed_over

  subroutine looked_at(c0, first)
    type(t0), intent(in) :: c0
    real(8), intent(out) :: first
    type(t0) :: p
    p = t0(2, c0%b, t1(spread(0.5d0, 1, 4)))
    first = p%b(1)
    p%q = c0%q
    if (p%q%b(1) > 100.0d0) print *, p%q%b
  end subroutine looked_at
end module structures
