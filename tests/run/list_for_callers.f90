! A linked list that a procedure with an OPTIONAL argument makes for its caller, and others follow.
! head: basin(par, rain)\(flow)
! inputs: nt = 3
! inputs: par = 0.5 .. 1.0
! inputs: rain = 0.5 .. 1.0
module reservoir_mod
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  type :: reservoir
    real(dp) :: storage = 0.0_dp, k = 1.0_dp, area = 1.0_dp
    type(reservoir), pointer :: next => null()
  end type reservoir
  type :: catchment
    type(reservoir), pointer :: first => null()
    integer :: n = 0
    real(dp) :: outflow = 0.0_dp
  end type catchment
contains
  subroutine add(c, k, area, initial)
    type(catchment), intent(inout) :: c
    real(dp), intent(in) :: k, area
    real(dp), intent(in), optional :: initial
    type(reservoir), pointer :: r
    allocate(r)
    r%k = k
    r%area = area
    if (present(initial)) r%storage = initial
    r%next => c%first
    c%first => r
    c%n = c%n + 1
  end subroutine add
  subroutine advance(c, rain, dt)
    type(catchment), intent(inout) :: c
    real(dp), intent(in) :: rain, dt
    type(reservoir), pointer :: r
    real(dp) :: q, inflow
    inflow = 0.0_dp
    r => c%first
    do while (associated(r))
      q = r%k*r%storage**1.5_dp
      r%storage = r%storage + dt*(rain*r%area + inflow - q)
      inflow = q
      r => r%next
    end do
    c%outflow = inflow
  end subroutine advance
  subroutine clean(c)
    type(catchment), intent(inout) :: c
    type(reservoir), pointer :: r, s
    r => c%first
    do while (associated(r))
      s => r%next
      deallocate(r)
      r => s
    end do
    c%first => null()
  end subroutine clean
end module reservoir_mod
subroutine basin(par, rain, nt, flow)
  use reservoir_mod
  implicit none
  integer, intent(in) :: nt
  real(dp), intent(in) :: par(3), rain(nt)
  real(dp), intent(out) :: flow(nt)
  type(catchment) :: c
  integer :: it
  call add(c, par(1), 1.0_dp)
  call add(c, par(2), 0.5_dp, initial=par(3))
  do it = 1, nt
    call advance(c, rain(it), 0.1_dp)
    flow(it) = c%outflow
  end do
  call clean(c)
end subroutine basin
