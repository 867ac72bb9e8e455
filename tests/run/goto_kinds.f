C Computed and assigned GOTO, arithmetic IF.
C head: f(x)\(y)
C inputs: n = 5
      subroutine f(n, x, y)
      integer n, i, l, k
      double precision x(n), y
      y = 1.d0
      do 30 i = 1, n
      k = mod(i, 3) + 1
      goto (10, 20, 25), k
   10 y = y*x(i)
      assign 40 to l
      goto 26
   20 y = y + sin(x(i))
      assign 50 to l
      goto 26
   25 y = y*y
      goto 30
   26 goto l, (40, 50)
   40 y = y + x(i)
      if (y - 2.d0) 30, 41, 50
   41 y = y + 1.d0
   50 y = y*1.5d0*x(1)
   30 continue
      end
