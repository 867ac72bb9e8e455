C ENTRY: subroutines and functions with several entries, a shared tail, COMMON between them, tables in DATA.
C head: top(x)\(y)
C inputs: n = 4
      subroutine top(n, x, y)
      integer n, i
      real*8 x(n), y, a, b, q
      common /par/ a, b
      real*8 fval, gval
      external fval, gval
      call setpar(x(1), x(2))
      y = 0d0
      do 10 i = 1, n
        y = y + fval(x(i)) * gval(x(i), 2d0)
 10   continue
      call addpar(x(3), q)
      y = y*q
      call scalev(n, x, 2d0, q)
      y = y + q
      call totalv(n, x, q)
      y = y*q
      end
      subroutine setpar(u, v)
      real*8 u, v, w, q, a, b
      common /par/ a, b
      a = u
      b = v
      return
      entry addpar(w, q)
      a = a + w
      b = b*w
      if (a .gt. 1d3) go to 20
      q = a*b
      return
 20   q = a - b
      return
      end
      real*8 function fval(t)
      real*8 t, a, b, gval, s, tab(2)
      common /par/ a, b
      data tab /0.5d0, 2d0/
      fval = a*t + b*tab(2)
      return
      entry gval(t, s)
      gval = s*a*t**2 - b*tab(1)
      return
      end
      subroutine scalev(n, x, f, s)
      integer n, i
      real*8 x(n), f, s
      do 30 i = 1, n
        x(i) = x(i)*f
 30   continue
      entry totalv(n, x, s)
      s = 0d0
      do 40 i = 1, n
        s = s + x(i)**2
 40   continue
      end
