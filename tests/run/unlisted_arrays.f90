! Dummies whose storage only the caller knows, active between entry and return, and not spoken of by the heads: arrays.
! inputs: w(3) = 0.5 .. 1.5
! head: kept(q)\(y)
! head: made(q)\(y)
! head: through(q)\(y)
! head: beside(q)\(y)
module unlisted_arrays
  implicit none
contains
  subroutine kept(w, q, y)
    real(8), allocatable, intent(inout) :: w(:)
    real(8), intent(in) :: q(3)
    real(8), intent(out) :: y
    w(2) = exp(q(3))
    w = w*q(1)
    y = sum(w**2) + dot_product(w, q)
  end subroutine kept

  ! Allocated here.
  subroutine made(w, q, y)
    real(8), allocatable, intent(out) :: w(:)
    real(8), intent(in) :: q(3)
    real(8), intent(out) :: y
    integer :: i
    allocate (w(3))
    do i = 1, 3
      w(i) = q(i)**2
      w(i) = w(i)*sin(w(i))
    end do
    y = sum(w)
  end subroutine made

  subroutine through(w, q, y)
    real(8), pointer, intent(in) :: w(:)
    real(8), intent(in) :: q(3)
    real(8), intent(out) :: y
    w(1) = q(1)*q(2)
    w = w*q(3)
    y = sum(w**2)
  end subroutine through

  ! Its extent is the caller's too, but a local derivative can have it.
  subroutine beside(w, q, y)
    real(8), intent(inout) :: w(:)
    real(8), intent(in) :: q(3)
    real(8), intent(out) :: y
    w(1) = q(1)*q(2)
    w = w*q(3)
    y = sum(w**2)
  end subroutine beside
end module unlisted_arrays
