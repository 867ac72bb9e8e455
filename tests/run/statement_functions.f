C Statement functions, one made of another.
C head: f(x)\(y)
C inputs: n = 3
      subroutine f(n, x, y)
      integer n, i
      double precision x(n), y, sq, dist, a, b
      sq(a) = a*a
      dist(a, b) = sqrt(sq(a) + sq(b)) + x(1)
      y = 0.d0
      do 10 i = 1, n
   10 y = y + dist(x(i), sq(x(n))) 
      end
