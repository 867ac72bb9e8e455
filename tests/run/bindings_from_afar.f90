! An abstract equation of state in one module, whose bindings that module calls itself; the extension in another is differentiated by its own
! procedure, so that nobody asks for a dynamic type.
! head: thermal_density(this, t, s)\(thermal_density)
! head: thermal_slope(this, t, s)\(slope)
! inputs: this%alpha = 0.2
! inputs: t = 1.0 .. 2.0
! inputs: s = 3.0 .. 4.0
module state_base
  implicit none
  private
  public :: state_law

  type, abstract :: state_law
  contains
    procedure(density_i), deferred :: density
    procedure(slope_i), deferred :: slope
    procedure :: column => base_column
  end type

  abstract interface
    elemental function density_i(this, t, s) result(rho)
      import :: state_law
      class(state_law), intent(in) :: this
      real(8), intent(in) :: t, s
      real(8) :: rho
    end function

    elemental subroutine slope_i(this, t, s, slope)
      import :: state_law
      class(state_law), intent(in) :: this
      real(8), intent(in) :: t, s
      real(8), intent(out) :: slope
    end subroutine
  end interface

contains

  subroutine base_column(this, t, s, rho, slope)
    class(state_law), intent(in) :: this
    real(8), intent(in) :: t(:), s(:)
    real(8), intent(out) :: rho(:), slope(:)
    rho = this%density(t, s)
    call this%slope(t, s, slope)
  end subroutine

end module

module state_thermal
  use state_base, only: state_law
  implicit none
  private
  public :: thermal_law, thermal_density, thermal_slope

  type, extends(state_law) :: thermal_law
    real(8) :: alpha = 0.2d0
  contains
    procedure :: density => thermal_density
    procedure :: slope => thermal_slope
  end type

contains

  elemental function thermal_density(this, t, s) result(rho)
    class(thermal_law), intent(in) :: this
    real(8), intent(in) :: t, s
    real(8) :: rho
    rho = s*exp(-this%alpha*t)
  end function

  elemental subroutine thermal_slope(this, t, s, slope)
    class(thermal_law), intent(in) :: this
    real(8), intent(in) :: t, s
    real(8), intent(out) :: slope
    slope = -this%alpha*s*exp(-this%alpha*t)
  end subroutine

end module
