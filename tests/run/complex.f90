! Complex arithmetic: products, quotients, conjugate, modulus, parts.
! head: waves(z w)\(u r)
subroutine waves(z, w, u, r)
  implicit none
  complex(8), intent(in) :: z, w
  complex(8), intent(out) :: u
  real(8), intent(out) :: r
  complex(8) :: t
  t = z*w/(z + 2.0d0)
  t = t + conjg(z)*exp(w)
  u = t*(0.0d0, 1.0d0) + sqrt(z)
  r = abs(u) + real(t)*aimag(w)
  u = u*cmplx(r, 2.0d0*r, 8)
end subroutine waves
