C     Locals with DATA that every call sets before it reads them: in split mode, both halves need their last values.
C     head: top(x)\(y)
C     options: -nocheckpoint work
C     inputs: x(3) = 0.5 .. 1.5
      subroutine work(x, y)
      double precision x(3), y, w(2), f
      integer k, m
      data k /2/, w /2*0.d0/
      data m, f /1, 0.5d0/
      k = 3
      m = 2
      do 10 i = 1, 2
   10 w(i) = x(i)*x(k)
      y = w(1)*sin(w(2)) + f*x(mod(k, 2) + 1)**m
      x(m) = y*x(k)
      end
      subroutine top(x, y)
      double precision x(3), y
      call work(x, y)
      y = y*x(2)
      end
