C Work space that is handed down in pieces, by position, as F77 has it.
C head: lwork(y)/(x)
C inputs: n = 4
C inputs: x(4) = 0.5 .. 1.5
C inputs: rw(8) = 0.5 .. 1.5
C head: blocks(y)/(x)
C inputs: n = 4
C inputs: x(4) = 0.5 .. 1.5
      subroutine lwork(n, x, rw, y)
      integer n, i
      real*8 x(n), rw(2*n), y
      do 10 i = 1, n
        rw(i) = x(i)*x(i)
   10 continue
      call piece(n, x, rw(n+1), rw, y)
      call piece(n, rw, rw(n+1), x, y)
      end

      subroutine piece(n, x, w, v, y)
      integer n, i
      real*8 x(n), w(n), v(*), y
      w(1) = x(1)*v(2)
      do 10 i = 2, n
        w(i) = w(i)*w(i-1) + x(i)*v(i)
   10 continue
      call last(n, w, y)
      end

      subroutine last(n, w, y)
      integer n, i
      real*8 w(*), y
      y = 1.d0
      do 10 i = 1, n
        y = y + w(i)*y
   10 continue
      end

      subroutine blocks(n, x, y)
      integer n, i
      real*8 x(n), y, b
      common /scratch/ b(8)
      do 10 i = 1, n
        b(i) = x(i)*x(i)
   10 continue
      y = b(1)*b(2)
      call piece(n, x, b(5), x, y)
      y = y*b(3)
      call piece(n, x, b(5), x, y)
      end
