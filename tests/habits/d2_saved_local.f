C run: -b
C has: common /step_saved_b/
C lacks: module 
C lacks: associate
      subroutine top(x, y)
      real*8 x, y
      call step(x)
      call step(x)
      y = x*x
      end
      subroutine step(x)
      real*8 x
      integer nw
      save nw
      data nw /0/
      if (x .lt. 0.d0) nw = nw + 1
      if (nw .lt. 5) x = x*x*1.01d0
      end
