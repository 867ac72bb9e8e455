! What an INTENT(IN) dummy holds stays, although a procedure that says nothing of its own dummies gets it and may set them in a branch that is not taken:
! adjoints save and restore none of it, which no compiler would take. So do elements, components, what internal procedures find in their host, and a
! PROTECTED variable of a module; what came by value may be changed.
! head: passed_inputs%run(x p lat)\(y)
! inputs: x = 0.5 .. 1.5
! inputs: p = 0.3 .. 0.9
! inputs: lat = 0.2 .. 0.9
module passed_turns
  implicit none
  real(8), protected :: tilt = 0.4d0
end module passed_turns

module passed_inputs
  implicit none
  type :: place
    real(8) :: lat, lon(2)
    real(8), pointer :: near
  end type
contains
  subroutine convert(way, angle, x)
    integer :: way
    real(8) :: angle, x
    if (way > 0) then
      x = cos(angle)**2
    else
      angle = acos(x)
      way = 1
    end if
  end subroutine

  subroutine scalar(lat, lon, x)
    real(8), intent(in) :: lat, lon
    real(8), intent(out) :: x
    real(8) :: rho
    integer, parameter :: on = 1
    integer :: way
    way = on
    call convert(way, lat, rho)
    x = rho*cos(lon)*rho
  end subroutine

  subroutine elements(x, y)
    real(8), intent(in) :: x(:)
    real(8), intent(inout) :: y
    real(8) :: rho
    integer :: k
    do k = 1, size(x)
      call convert(k, x(k), rho)
      y = y*rho + sin(x(k))*y
    end do
  end subroutine

  subroutine components(at, y)
    type(place), intent(in) :: at
    real(8), intent(inout) :: y
    real(8) :: rho
    integer :: way
    way = 2
    call convert(way, at%lat, rho)
    y = y*rho
    call convert(way, at%lon(2), rho)
    y = y*rho*at%lon(2)
  end subroutine

  subroutine host(lat, y)
    real(8), intent(in) :: lat
    real(8), intent(inout) :: y
    call inner()
    y = y*lat
  contains
    subroutine inner()
      real(8) :: rho
      integer :: way
      way = 3
      call convert(way, lat, rho)
      y = y*rho*rho
    end subroutine
  end subroutine

  subroutine guarded(lat, y)
    use passed_turns, only: tilt
    real(8), intent(in) :: lat
    real(8), intent(inout) :: y
    real(8) :: rho
    integer :: way
    way = 1
    call convert(way, tilt, rho)
    y = y*rho*sin(tilt*lat)
  end subroutine

  subroutine by_value(lat, y)
    real(8), value :: lat
    real(8), intent(inout) :: y
    real(8) :: rho
    integer :: way
    way = 0
    rho = 0.3d0 + 0.1d0*sin(lat)
    y = y*lat
    call convert(way, lat, rho)
    y = y*lat*rho
  end subroutine

  subroutine run(x, p, lat, y)
    real(8), intent(in) :: x(3), p, lat
    real(8), intent(out) :: y
    type(place) :: at
    real(8), target :: here
    real(8) :: z
    here = p
    at%lat = p*lat
    at%lon = x(:2)*p
    at%near => here
    call scalar(lat, p, y)
    call elements(x, y)
    call components(at, y)
    call host(lat, y)
    call guarded(p, y)
    call by_value(lat, y)
    z = at%near
    y = y + z*y
  end subroutine
end module passed_inputs
