C Fixed form with long lines, and one that is long once its macros are replaced; statement functions that share a dummy, in a module that is copied.
C options: -ffixed-line-length-132
C head: columns%rain(r, t)/(q, t)
C inputs: n = 3
C inputs: t = 0.5 .. 1.5
C inputs: q = 0.5 .. 1.5
#define _LATENT(k) (2.5d0 - 0.3d0*(t(k)-1.d0))
      module columns
      double precision :: factor = 2.d0
      contains
      subroutine rain(n, t, q, r)
      integer n, k
      double precision t(n), q(n), r, x, qs, cp, heat
      cp(x) = 1.d0 + 0.2d0*x*x
      heat(x) = factor*x + 0.1d0*x**2
      r = 0.d0
      do 10 k = 1, n
      qs = 0.6d0*exp(t(k)/(1.d0 + t(k)**2))*sqrt(1.d0 + q(k)**2) + 0.1d0*sin(q(k))*cos(t(k)) - 0.2d0*q(k)
      if (q(k).gt.qs) r = r + (q(k) - qs)*heat(q(k))
      t(k) = t(k) + _LATENT(k)*qs/cp(t(k)) + _LATENT(k)*cp(q(k))
   10 continue
      end subroutine
      end module
