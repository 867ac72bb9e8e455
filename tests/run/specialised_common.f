c head: f(x)\(y)
c inputs: n=4
c options: -specializeactivity %all%
      subroutine f(n, x, y)
      integer n, i
      real*8 x(n), y, t(10), u
      common /blk/ t, u
      real*8 g
      external g
      do 10 i = 1, 10
   10 t(i) = i
      u = 2.d0
      call h(n, x, y)
      u = y
      y = y + g(x(1), 1.d0) + g(2.d0, x(2))
      call h(n, t, u)
      y = y*u
      end
      subroutine h(n, x, y)
      integer n, i
      real*8 x(n), y, t(10), u
      common /blk/ t, u
      real*8 g
      external g
      y = 0.d0
      do 20 i = 1, n
   20 y = y + g(x(i), t(i))
      end
      real*8 function g(a, b)
      real*8 a, b, t(10), u
      common /blk/ t, u
      g = a*b + exp(-a*a)*u
      end
