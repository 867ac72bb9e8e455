! What a passive call sets element by element, before calls that read it and set it: its derivative is cleared in between.
! head: turned(p)/(a)
! inputs: a = 0.3
subroutine identity(r)
  implicit none
  real(8), intent(inout) :: r(2, 2)
  r(1, 1) = 1.0d0
  r(1, 2) = 0.0d0
  r(2, 1) = 0.0d0
  r(2, 2) = 1.0d0
end subroutine identity

subroutine turn(t, r)
  implicit none
  real(8), intent(in) :: t
  real(8), intent(inout) :: r(2, 2)
  real(8) :: upper(2), lower(2)
  upper = cos(t)*r(1, :) + sin(t)*r(2, :)
  lower = cos(t)*r(2, :) - sin(t)*r(1, :)
  r(1, :) = upper
  r(2, :) = lower
end subroutine turn

subroutine turned(a, p)
  implicit none
  real(8), intent(in) :: a
  real(8), intent(out) :: p(2)
  real(8) :: r(2, 2)
  call identity(r)
  call turn(a, r)
  call turn(2*a, r)
  p = r(1, :)
end subroutine turned
