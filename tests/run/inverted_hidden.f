C     Two names of one place: its updates are not inverted.
C     options: -invertupdates
C     head: hidden(x y)\(f)
      subroutine hidden(x, y, f)
      real*8 x, y, f, a, b
      integer i
      equivalence (a, b)
      a = x
      f = 0.0d0
      do i = 1, 3
        f = f + a*a*y
        a = a + b
        f = f + a*y*y
      end do
      end
