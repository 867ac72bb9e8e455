C     Entries that jump over each other to what they share.
C     head: top(x)\(y)
C     inputs: x(4) = 0.5 .. 1.5
C     head: three(x)\(y)
C     inputs: x(4) = 0.5 .. 1.5
      subroutine top(x, y)
      double precision x(4), y, a(4), b(4)
      call cubes(4, x, a, b)
      call sines(4, x, a)
      y = 0.d0
      do 30 i = 1, 4
   30 y = y + a(i)*b(i)
      end
      subroutine cubes(n, t, a, b)
      integer n, ient, i
      double precision t(n), a(n), b(n)
      ient = 1
      goto 100
      entry sines(n, t, a)
      ient = 2
  100 continue
      do 200 i = 1, n
        if (ient .eq. 1) then
          b(i) = t(i)**3
          a(i) = 0.d0
        else
          a(i) = sin(t(i))
        end if
  200 continue
      end
      subroutine three(x, y)
      double precision x(4), y, w
      call low(x(1), w)
      y = w
      call middle(x(2), w)
      y = y*w
      call high(x(3), w)
      y = y + w*x(4)
      end
      subroutine low(t, w)
      double precision t, w, p
      p = 2.d0
      goto 10
      entry middle(t, w)
      p = 3.d0
      if (t .gt. 100.d0) goto 20
      goto 10
      entry high(t, w)
      w = exp(t)
      return
   10 w = t**p
      if (w .lt. 1.d-9) goto 20
      return
   20 w = t
      end
