C ENTRY whose parts share a value that is kept between calls.
C head: f(x)\(y)
C inputs: n = 3
      subroutine f(n, x, y)
      integer n
      double precision x(n), y, z
      call setk(x(1))
      call usek(x(2), y)
      call usek(x(3), z)
      y = y*z
      end
      subroutine setk(a)
      double precision a, b, c, k
      save k
      k = a*a
      return
      entry usek(b, c)
      c = k*b + sin(b)
      return
      end
