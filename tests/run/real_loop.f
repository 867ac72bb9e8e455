C A DO loop with a real variable.
C head: f(x)\(y)
C inputs: n = 3
      subroutine f(n, x, y)
      integer n
      double precision x(n), y, t
      y = 0.d0
      do 10 t = 0.d0, 1.d0, 0.25d0
   10 y = y + x(1)*t**2 + sin(x(2)*t)*y
      y = y*x(3)
      end
