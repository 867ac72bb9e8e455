C run: -d -ext d_lib.txt
C lacks: showit_d
C lacks: showit_b
C run: -d -ext d_lib2.txt
C lacks: showit_d
C lacks: showit_b
C run: -b -ext d_lib.txt
C lacks: showit_d
C lacks: showit_b
C run: -b -ext d_lib2.txt
C lacks: showit_d
C lacks: showit_b
      subroutine top(x, y)
      real*8 x, y, t
      t = x*x
      call showit(t, 3)
      y = t*x
      end
