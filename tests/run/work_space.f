! Work arrays of assumed size, active in the subroutine that they are lent to and nowhere else.
! inputs: n = 4
! head: mix(y)/(x)
! inputs: x(4) = 0.5 .. 1.5
! inputs: u(4) = 0
! head: local(y)/(x)
! inputs: x(4) = 0.5 .. 1.5
! head: parts(y)/(x)
! inputs: x(4) = 0.5 .. 1.5
      subroutine stages(n, w, u, x)
      integer n, i
      double precision w, u(*), x(*)
      do i = 1, n
        u(i) = x(i)*x(i)
      end do
      w = 0
      do i = 1, n
        w = w + sin(u(i))*u(n + 1 - i)
      end do
      end
      subroutine mix(n, x, u, y)
      integer n
      double precision x(n), u(*), y
      call stages(n, y, u, x)
      end
      subroutine local(n, x, y)
      integer n
      double precision x(n), y, work(20), z
      call stages(n, z, work, x)
      call stages(n, y, work(11), x)
      y = y*z
      end
      subroutine parts(n, x, y)
      integer n
      double precision x(n), y, work(20), z
      call stages(n, z, work, x)
      call inner(n, y, work(5), work(n + 9), x)
      y = y*z
      end
      subroutine inner(n, y, a, b, x)
      integer n
      double precision x(n), y, a(*), b(*), z
      call stages(n, z, a, x)
      call stages(n, y, b, a)
      y = y + z
      end
