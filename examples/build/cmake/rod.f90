! How far the temperature of a rod is from a wanted one, once it has settled.
module rod
  implicit none
  private
  public :: misfit
  include 'rod.inc'
contains

  ! `heating` warms the inner nodes, the less the warmer they are; both ends are kept at temperature 1.
  subroutine misfit(n, heating, cost)
    integer, intent(in) :: n
    real(wp), intent(in) :: heating(n)
    real(wp), intent(out) :: cost
    real(wp) :: t(n), new, change
    integer :: i
    t = 1.0_wp
    change = 1.0_wp
    do while (change > settled)
      change = 0.0_wp
      do i = 2, n - 1
        new = 0.5_wp*(t(i-1) + t(i+1)) + heating(i)/(1.0_wp + t(i)**2)
        change = max(change, abs(new - t(i)))
        t(i) = new
      end do
    end do
    cost = sum((t - wanted)**2)
  end subroutine misfit

end module rod
