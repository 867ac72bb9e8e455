! Operators and assignment bound to a type ask for the dynamic type of values too: of what functions give, of objects in parentheses.
! inputs: x = 0.5 .. 1.5
! head: given(x)\(y)
! head: enclosed(x)\(y)
! head: by_pointer(x)\(y)
! head: on_the_right(x)\(y)
! head: unary(x)\(y)
! head: assigned(x)\(y)
module values
  implicit none
  type, abstract :: quantity
    real(8) :: c = 0
  contains
    procedure(times_i), deferred :: times
    procedure(of_i), pass(self), deferred :: of
    procedure(one_i), deferred :: minus
    procedure(one_i), deferred :: size_of
    procedure(give_i), pass(self), deferred :: give
    procedure(next_i), deferred :: next
    generic :: operator(*) => times, of
    generic :: operator(-) => minus
    generic :: operator(.size.) => size_of
    generic :: assignment(=) => give
  end type
  abstract interface
    function times_i(self, s) result(r)
      import :: quantity
      class(quantity), intent(in) :: self
      real(8), intent(in) :: s
      real(8) :: r
    end function
    function of_i(s, self) result(r)
      import :: quantity
      real(8), intent(in) :: s
      class(quantity), intent(in) :: self
      real(8) :: r
    end function
    function one_i(self) result(r)
      import :: quantity
      class(quantity), intent(in) :: self
      real(8) :: r
    end function
    subroutine give_i(r, self)
      import :: quantity
      real(8), intent(out) :: r
      class(quantity), intent(in) :: self
    end subroutine
    function next_i(self) result(r)
      import :: quantity
      class(quantity), intent(in) :: self
      class(quantity), allocatable :: r
    end function
  end interface
  type, extends(quantity) :: square
  contains
    procedure :: times => square_times
    procedure, pass(self) :: of => of_square
    procedure :: minus => square_minus
    procedure :: size_of => square_size
    procedure, pass(self) :: give => give_square
    procedure :: next => square_next
  end type
  type, extends(square) :: wave
  contains
    procedure :: times => wave_times
    procedure, pass(self) :: of => of_wave
    procedure :: minus => wave_minus
    procedure :: size_of => wave_size
    procedure, pass(self) :: give => give_wave
    procedure :: next => wave_next
  end type
contains
  function square_times(self, s) result(r)
    class(square), intent(in) :: self
    real(8), intent(in) :: s
    real(8) :: r
    r = self%c**2*s
  end function
  function of_square(s, self) result(r)
    real(8), intent(in) :: s
    class(square), intent(in) :: self
    real(8) :: r
    r = self%c**2 + s
  end function
  function square_minus(self) result(r)
    class(square), intent(in) :: self
    real(8) :: r
    r = -self%c**2
  end function
  function square_size(self) result(r)
    class(square), intent(in) :: self
    real(8) :: r
    r = self%c**3
  end function
  subroutine give_square(r, self)
    real(8), intent(out) :: r
    class(square), intent(in) :: self
    r = self%c**4
  end subroutine
  function square_next(self) result(r)
    class(square), intent(in) :: self
    class(quantity), allocatable :: r
    allocate(r, source=wave(c=self%c*2))
  end function

  function wave_times(self, s) result(r)
    class(wave), intent(in) :: self
    real(8), intent(in) :: s
    real(8) :: r
    r = sin(self%c)*s
  end function
  function of_wave(s, self) result(r)
    real(8), intent(in) :: s
    class(wave), intent(in) :: self
    real(8) :: r
    r = sin(self%c) + s
  end function
  function wave_minus(self) result(r)
    class(wave), intent(in) :: self
    real(8) :: r
    r = -sin(self%c)
  end function
  function wave_size(self) result(r)
    class(wave), intent(in) :: self
    real(8) :: r
    r = cos(self%c)
  end function
  subroutine give_wave(r, self)
    real(8), intent(out) :: r
    class(wave), intent(in) :: self
    r = exp(self%c)
  end subroutine
  function wave_next(self) result(r)
    class(wave), intent(in) :: self
    class(quantity), allocatable :: r
    allocate(r, source=square(c=self%c + 1))
  end function

  function tripled(q) result(r)
    class(quantity), intent(in) :: q
    class(quantity), allocatable :: r
    allocate(r, source=q)
    r%c = q%c*3
  end function
  function pointed(q) result(r)
    class(quantity), intent(in) :: q
    class(quantity), pointer :: r
    allocate(r, source=q)
    r%c = q%c*5
  end function

  function given_of(q) result(y)
    class(quantity), intent(in) :: q
    real(8) :: y
    y = q%next()*2d0 + tripled(q)*3d0
  end function
  subroutine given(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(square) :: s
    type(wave) :: w
    s%c = x
    w%c = x**2
    y = given_of(s)*given_of(w)
  end subroutine

  function enclosed_of(q) result(y)
    class(quantity), intent(in) :: q
    real(8) :: y
    y = (q)*2d0
    y = y*((q)*y)
  end function
  subroutine enclosed(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(square) :: s
    type(wave) :: w
    s%c = x
    w%c = x**2
    y = enclosed_of(s)*enclosed_of(w)
  end subroutine

  function by_pointer_of(q) result(y)
    class(quantity), intent(in) :: q
    real(8) :: y
    y = pointed(q)*2d0
  end function
  subroutine by_pointer(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(square) :: s
    type(wave) :: w
    s%c = x
    w%c = x**2
    y = by_pointer_of(s)*by_pointer_of(w)
  end subroutine

  function right_of(q) result(y)
    class(quantity), intent(in) :: q
    real(8) :: y
    y = 2d0*q%next() + q%c*(q) + 4d0*tripled(q)
  end function
  subroutine on_the_right(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(square) :: s
    type(wave) :: w
    s%c = x
    w%c = x**2
    y = right_of(s)*right_of(w)
  end subroutine

  function unary_of(q) result(y)
    class(quantity), intent(in) :: q
    real(8) :: y
    y = -q%next() + .size. tripled(q)
    y = y*(-(q)) + .size. (q)
  end function
  subroutine unary(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(square) :: s
    type(wave) :: w
    s%c = x
    w%c = x**2
    y = unary_of(s)*unary_of(w)
  end subroutine

  function assigned_of(q) result(y)
    class(quantity), intent(in) :: q
    real(8) :: y, z, v
    y = q%next()
    z = (q)
    y = y*z
    v = q
    y = y + v
  end function
  subroutine assigned(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(square) :: s
    type(wave) :: w
    s%c = x
    w%c = x**2
    y = assigned_of(s)*assigned_of(w)
  end subroutine
end module
