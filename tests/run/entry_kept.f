C     Entries that share what is kept between calls: set up by one, used and changed by others; typed by letter, by DATA, with extents that are constants.
C     head: head(x)\(y)
C     inputs: n = 3
      subroutine head(n, x, y)
      integer n
      double precision x(n), y, t, u, passes
      external passes
      call setup(x, n)
      call eval(x(1), t)
      call shift(x(2))
      call eval(x(3), u)
      y = t*u + passes()
      end
      subroutine setup(x, n)
      implicit double precision (a-h, o-z)
      integer n, m, i, most, calls
      parameter (most = 10)
      dimension x(n), c(most), w(2)
      save c, m, level, calls
      data calls /0/, w /0.5d0, 0.25d0/
      m = n
      level = 2
      calls = 0
      do 10 i = 1, n
        c(i) = x(i)*x(i)
   10 continue
      return
      entry eval(s, t)
      t = w(1)
      do 20 i = 1, m
        t = t + c(i)*s**i*w(level)
   20 continue
      calls = calls + 1
      return
      entry shift(s)
      do 30 i = 1, m
        c(i) = c(i) + sin(s*c(i))
   30 continue
      calls = calls + 1
      return
      entry count(k)
      k = calls
      end
      double precision function passes()
      integer k
      call count(k)
      passes = 0.5d0*k
      end
