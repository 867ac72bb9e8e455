C     Entries whose kept values have DATA with implied DO under IMPLICIT NONE; assigned GOTO in entries; a SAVE of everything beside a module.
C     options: -saved own
C     head: kept
C     head: jumps
C     inputs: k = 1
C     head: used
      subroutine table(p)
      implicit none
      integer i
      double precision p, d(2), b(3), c(3)
      equivalence (d(2), b(1))
      save
      data d, b(2), b(3) /0.5d0, 0.3d0, 0.d0, 0.d0/
      data (c(i), i = 1, 3) /0.5d0, 0.3d0, 0.d0/
      p = p*d(2)*c(2)
      return
      entry fill(p)
      do 10 i = 1, 3
   10 b(i) = b(i)*p*b(mod(i, 2) + 1)
      c(1) = p
      end
      subroutine kept(x, y)
      implicit none
      double precision x, y
      call fill(x)
      y = x
      call table(y)
      end
      subroutine twice(x, k)
      implicit none
      integer k, next
      double precision x, t
      t = x
      go to 50
      entry thrice(x, k)
      t = x*x
   50 assign 20 to next
      if (k .gt. 1) assign 10 to next
      go to next, (10, 20)
   10 x = x*t
   20 x = x*sin(t)
      end
      subroutine jumps(x, k)
      implicit none
      integer k
      double precision x
      call twice(x, k)
      call thrice(x, k + 1)
      end
      module given
      double precision g(5), h
      data g /5*1.25d0/, h /0.5d0/
      end module
      subroutine first(p)
      use given
      implicit double precision (a-h, o-z)
      save
      p = cos(h)*p
      g(4) = tanh(p)
      return
      entry later(p)
      do 30 i = 1, 5
   30 g(i) = sin(p)*g(i)
      end
      subroutine used(x, y)
      use given
      implicit double precision (a-h, o-z)
      call later(x)
      y = x
      call first(y)
      y = y*g(2)*g(4)
      end
