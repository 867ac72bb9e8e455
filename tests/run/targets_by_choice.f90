! A pointer that leads to an argument, to a local or to what is allocated, as a condition says; released under the same condition.
! head: shaded(x)\(y)
! inputs: big = .true.
! inputs: x(3) = 0.5 .. 1.5
! head: shaded(x)\(y)
! inputs: big = .false.
! inputs: x(3) = 0.5 .. 1.5
! head: layered(x)\(y)
! inputs: big = .true.
! inputs: x(3) = 0.5 .. 1.5
! head: layered(x)\(y)
! inputs: big = .false.
! inputs: x(3) = 0.5 .. 1.5
! head: unasked(x)\(y)
! inputs: big = .true.
! inputs: x(3) = 0.5 .. 1.5
! head: unasked(x)\(y)
! inputs: big = .false.
! inputs: x(3) = 0.5 .. 1.5
subroutine shaded(big, x, y, work)
  implicit none
  logical, intent(in) :: big
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8), target, intent(inout) :: work(3)
  real(8), target :: mine(3)
  real(8), pointer :: q(:)
  if (big) then
    q => mine
  else
    q => work
  end if
  q = sin(x)
  y = sum(q*x)
end subroutine shaded

subroutine halves(x, p, q)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: p(3), q(3)
  p = sin(x)
  q = x*x
end subroutine halves

subroutine layered(big, x, y, slope)
  implicit none
  logical, intent(in) :: big
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8), target, intent(inout) :: slope(3)
  real(8) :: p(3)
  real(8), pointer :: q(:)
  if (big) then
    allocate(q(3))
  else
    q => slope
  end if
  call halves(x, p, q)
  y = sum(p*q)
  if (big) deallocate(q)
end subroutine layered

subroutine unasked(big, x, y, slope)
  implicit none
  logical, intent(in) :: big
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8), target, intent(inout) :: slope(3)
  real(8) :: p(3)
  real(8), pointer :: q(:)
  if (big) then
    allocate(q(3))
  else
    q => slope
  end if
  call halves(x, p, q)
  y = sum(p)
  if (big) deallocate(q)
end subroutine unasked
