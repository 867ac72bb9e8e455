C Dummy procedures, handed down, as functions and subroutines (FORTRAN 77).
C head: f(x)\(y)
C inputs: n = 3
      subroutine f(n, x, y)
      integer n
      double precision x(n), y, simp, ga, s
      external ga, gb
      y = simp(ga, x(1), x(2), 4)
      call sub(gb, x(3), s)
      call sub(gb, s*x(2), s)
      y = y*s + simp(ga, 0.d0, s, 2) + x(3)
      end
      double precision function simp(fun, a, b, m)
      integer m, i
      double precision fun, a, b, h
      external fun
      h = (b - a)/m
      simp = 0.5d0*(fun(a) + fun(b))
      do 10 i = 1, m - 1
   10 simp = simp + fun(a + i*h)
      simp = simp*h
      end
      subroutine sub(p, a, r)
      double precision a, r
      external p
      call inner(p, a, r)
      call inner(p, a*r, r)
      end
      subroutine inner(p, a, r)
      double precision a, r, t
      external p
      t = a
      call p(t, r)
      end
      double precision function ga(t)
      double precision t
      ga = t*sin(t)
      end
      subroutine gb(t, r)
      double precision t, r
      r = t**2 + t
      end
