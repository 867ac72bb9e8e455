C A COMMON block that two procedures cut differently, and BLOCK DATA.
C head: f(x)\(y)
C inputs: n = 6
      subroutine f(n, x, y)
      integer n, i
      double precision x(n), y, a(4), b(2,2), s
      common /blk/ a, b, s
      do 10 i = 1, 4
   10 a(i) = x(i)*x(i+1)
      s = x(6)
      call g
      y = s*a(2) + b(2,1)
      end
      subroutine g
      double precision u(2), v, w(5), t
      common /blk/ u, v, w, t
      w(2) = u(1)*v
      w(3) = t**2
      t = t*u(2) + w(1) + w(2)
      end
      block data
      double precision a(4), b(2,2), s
      common /blk/ a, b, s
      data a /4*1.d0/, s /2.d0/
      end
