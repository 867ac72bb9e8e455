c Elements where arrays begin: what is passive has no derivative here, but the callee's tangent reads an array of zeros.
c inputs: n = 3
c inputs: a(3,3) = 0.5 .. 1.5
c inputs: w(9) = 0.5 .. 1.5
c inputs: x(3) = 0.5 .. 1.5
c head: top(x)\(y)
      subroutine dot(n, u, v, r)
      integer n, i
      real*8 u(n), v(n), r
      r = 0.d0
      do 10 i = 1, n
        r = r + u(i)*v(i)
 10   continue
      end
      subroutine top(n, a, w, x, y)
      integer n, i
      real*8 a(n,n), w(*), x(n), y, t, b(10)
      y = 0.d0
      call dot(n, x, x, t)
      y = y + t
      do 20 i = 1, n
        call dot(n, a(1,i), x, t)
        y = y + t**2
        call dot(n, w(3*i-2), x, t)
        y = y + t**2
        b(1) = 1.d0
        b(2) = 2.d0
        b(3) = 0.5d0
        b(4) = 0.5d0
        call dot(2, b(i), x, t)
        y = y + t**2
 20   continue
      end
