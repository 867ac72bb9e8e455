! Powers of complex arrays with integer exponents that vary, which are one at zero; passive complex numbers as arguments where a derivative is wanted.
! head: s%f(j k)/(a x)
! inputs: a(3) = 0.5 .. 1.5
! inputs: x = 0.5 .. 1.5
! inputs: p = 2
! inputs: q(3) = 0, 1, 3
module s
  implicit none
contains
  subroutine scaled(z, w, n)
    integer, intent(in) :: n
    complex(8), intent(inout) :: z(n)
    complex(8), intent(in) :: w
    z = z*w
  end subroutine
  elemental subroutine plain(z, w)
    complex(4), intent(inout) :: z
    complex(4), intent(in) :: w
    z = z*w
  end subroutine
  subroutine f(a, x, p, q, j, k)
    real(8), intent(in) :: a(3), x
    integer, intent(in) :: p, q(3)
    real(8), intent(out) :: j, k
    complex(8) :: z(3), y
    complex(4) :: c(3)
    z = ((0d0, 1d0)*a)**p
    call scaled(z, (0.5d0, 1d0), 3)
    call scaled(z, w=cmplx(x, 2*x, 8), n=3)
    where (a > 0.7d0) z = (z + x)**q
    z = z**(p - 2) + (z*x)**q
    y = merge((z(1)*x)**p, z(2)**q(1), x > 1.0d0)
    j = real(sum(z*(1d0, 2d0)), 8) + aimag(y)
    c = cmplx(a, x)
    call plain(c, (0.5, 2.0))
    c = c**q
    call plain(w=cmplx(real(x), 1.0), z=c)
    k = real(sum(c**p), 8)
  end subroutine
end module
