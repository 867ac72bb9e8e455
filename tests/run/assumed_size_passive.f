C Arrays of assumed size with and without derivatives, passed to one function.
C head: f(r)/(x)
C inputs: n = 3
C inputs: x(3) = 0.5 .. 1.5
C inputs: c(3) = 0.5 .. 1.5
      double precision function dot(n, a, b)
      integer n, i
      double precision a(*), b(*)
      dot = 0.0d0
      do 10 i = 1, n
         dot = dot + a(i)*b(i)
 10   continue
      end

      subroutine f(n, x, c, r)
      integer n
      double precision x(*), c(*), r, dot
      external dot
      r = dot(n, x, c)*dot(n, x, x) + dot(n, c, c) + dot(n, c(1), x)
      end
