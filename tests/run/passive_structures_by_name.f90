! Structures of a module that is used by name only, without their type: one call passes an active structure, another one that has no derivative.
! head: settling(q)\(y)
! head: settling(q)\(y)
! options: -module reuse
! inputs: q = 0.5 .. 1.5
module properties
  implicit none
  private
  public :: particle, snow, speed, with_speed

  type :: particle
    real(8) :: density = 2
    real(8) :: size(2) = 1
  end type

  type(particle) :: snow, rain

contains

  subroutine speed(p, q, v)
    type(particle), intent(in) :: p
    real(8), intent(in) :: q
    real(8), intent(out) :: v
    v = p%density*q**2 + sum(p%size)*q
  end subroutine

  subroutine with_speed(q, v)
    real(8), intent(in) :: q
    real(8), intent(out) :: v
    type(particle) :: own
    own%density = sin(q)
    own%size = q
    call speed(own, q, v)
  end subroutine

end module

module fall
  use properties, only: snow, speed, with_speed
  implicit none

contains

  subroutine settling(q, y)
    real(8), intent(in) :: q
    real(8), intent(out) :: y
    real(8) :: v
    call speed(snow, q, v)
    call with_speed(q, y)
    y = y*v
  end subroutine

end module
