c Simpson's rule over functions that change a COMMON block which the rule does not name.
c head: quad(a b)\(s)
      subroutine quad(a, b, s)
      double precision a, b, s, simp, f1, f2
      external f1, f2
      common /par/ c, k
      double precision c
      integer k
      c = a*b
      k = 0
      s = simp(f1, a, b, 8) + simp(f2, 0.d0, c, 4)
      assign 10 to lab
      if (s .lt. 0.d0) assign 20 to lab
      goto lab, (10, 20)
   10 s = s + k
      return
   20 s = -s
      end
      double precision function simp(f, a, b, n)
      double precision f, a, b, h, x
      integer n, i
      external f
      h = (b - a)/n
      simp = f(a) + f(b)
      do 30 i = 1, n - 1
        x = a + i*h
        if (mod(i, 2) .eq. 0) then
          simp = simp + 2.d0*f(x)
        else
          simp = simp + 4.d0*f(x)
        end if
   30 continue
      simp = simp*h/3.d0
      end
      double precision function f1(x)
      double precision x, c
      common /par/ c, k
      k = k + 1
      f1 = c*sin(x) + x**k/10.d0**k
      end
      double precision function f2(x)
      double precision x, c
      common /par/ c, k
      f2 = exp(-c*x*x)
      end
