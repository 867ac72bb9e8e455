! What a head does not list, and nobody calls it with, has no derivative in its interface even where all is active: it is zero.
! options: -fixinterface -nooptim activity
! head: run(cost)/(u)
! inputs: dt = 0.4
! inputs: w(3) = 0.5 .. 1.5
! head: bare(cost)/(u)
subroutine run(u, dt, w, hist, cost)
  implicit none
  real(8), intent(in) :: u, dt
  real(8), intent(inout) :: w(3), hist
  real(8), intent(out) :: cost
  cost = u**2 + 0.7d0*dt*w(2)
  w(1) = w(1)*dt + cost
  call scaled(dt, w, hist)
  cost = cost*hist + w(1)*w(3)
contains
  subroutine scaled(by, what, all)
    real(8), intent(in) :: by
    real(8), intent(inout) :: what(3), all
    what = what*by
    all = all + dot_product(what, what)*u
  end subroutine
end subroutine
subroutine bare(u, dt, cost)
  implicit none
  real(8), intent(in) :: u, dt
  real(8), intent(out) :: cost
  cost = u**2 + 0.7d0*dt
end subroutine
