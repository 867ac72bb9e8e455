C run: -b
C says: RT0426
C says: COMMON /st/
C lacks: findun_b
      subroutine top(x, y)
      real*8 x, y, t
      common /st/ t
      integer iu
      t = x*x
      call findun(iu, 3)
      y = t*x
      end
