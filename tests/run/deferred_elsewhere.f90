! A private module of laws, whose deferred bindings another module calls through a CLASS component and a generic.
! head: network(w, x)\(y)
! inputs: w(3) = 0.5 .. 1.5
! inputs: x(3) = 0.5 .. 1.5
module laws
  implicit none
  private
  public :: law, wave, bend
  type, abstract :: law
  contains
    procedure(one_i), deferred :: one
    procedure(many_i), deferred :: many
    generic :: value => one, many
  end type
  abstract interface
    pure function one_i(self, x) result(v)
      import :: law
      class(law), intent(in) :: self
      real(8), intent(in) :: x
      real(8) :: v
    end function
    pure function many_i(self, x) result(v)
      import :: law
      class(law), intent(in) :: self
      real(8), intent(in) :: x(:)
      real(8) :: v(size(x))
    end function
  end interface
  type, extends(law) :: wave
    real(8) :: k = 2
  contains
    procedure :: one => wave_one
    procedure :: many => wave_many
  end type
  type, extends(law) :: bend
  contains
    procedure :: one => bend_one
    procedure :: many => bend_many
  end type
contains
  pure function wave_one(self, x) result(v)
    class(wave), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: v
    v = sin(self%k*x)
  end function
  pure function wave_many(self, x) result(v)
    class(wave), intent(in) :: self
    real(8), intent(in) :: x(:)
    real(8) :: v(size(x))
    v = sin(self%k*x)
  end function
  pure function bend_one(self, x) result(v)
    class(bend), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: v
    v = x**2
  end function
  pure function bend_many(self, x) result(v)
    class(bend), intent(in) :: self
    real(8), intent(in) :: x(:)
    real(8) :: v(size(x))
    v = x**2
  end function
end module

module layers
  use laws, only: law, wave, bend
  implicit none
  private
  public :: dense, forward, network
  type :: dense
    real(8) :: w(3) = 1
    real(8) :: out(3) = 0
    class(law), allocatable :: act
  end type
contains
  subroutine forward(layer, x)
    type(dense), intent(inout) :: layer
    real(8), intent(in) :: x(3)
    real(8) :: z(3)
    if (.not. allocated(layer%act)) allocate(layer%act, source=wave(3.d0))
    z = layer%w*x
    layer%out = layer%act%value(z) + layer%act%value(z(1))
  end subroutine
  subroutine network(w, x, y)
    real(8), intent(in) :: w(3), x(3)
    real(8), intent(out) :: y
    type(dense) :: a, b
    allocate(b%act, source=bend())
    a%w = w
    b%w = w**2
    call forward(a, x)
    call forward(b, a%out)
    y = sum(b%out)
  end subroutine
end module
