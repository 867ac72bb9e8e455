! Parts of complex numbers by name, on both sides, of elements, components and whole arrays.
! head: top(x)\(y)
! inputs: x = 0.2 .. 0.9
subroutine top(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  type wave
    complex(8) :: a
  end type
  type(wave) :: w
  complex(8) :: z, v(2)
  z%re = x(1)
  z%im = x(2)*x(1)
  w%a = z**2
  w%a%im = w%a%im*x(3)
  v%re = x(1:2)
  v%im = x(3:4)**2
  v(1)%re = v(1)%re*z%im
  y = w%a%re*w%a%im + sum(v%re*v%im) + aimag(v(2)*z)
end subroutine top
