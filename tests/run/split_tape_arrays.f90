! What counted loops save in split mode goes to the stack as a whole: nests, bounds below one, no turns, values of several types. Not what another turn
! than each saves (arms, CYCLE, EXIT), nor under steps, triangles, bounds that are changed, loops that nobody counts.
! options: -nocheckpoint sweep -nocheckpoint beyond
! head: halves(x p)\(y)
! inputs: n = 5
! inputs: x(n) = 0.5 .. 1.5
! inputs: p = 0.3 .. 0.7
module split_tape
  implicit none
contains
  subroutine sweep(n, x, p, s, last)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n), s
    real(8), intent(in) :: p
    real(8), intent(out) :: last
    real(4) :: w
    integer :: i, j, k, lo, hi
    w = 0.5
    do i = 1, n
      s = s + 0.1d0*sin(s*x(i)) + 0.1d0*p
      w = w*w + 0.25
      x(i) = x(i)*(0.9d0 + 0.1d0*s*w)
    end do
    lo = 2 - n
    hi = n - 2
    do i = lo, hi
      s = s + 0.1d0*cos(s)*i
    end do
    do j = 1, 3
      do i = 2, n - 1
        k = mod(i*j, n) + 1
        last = x(k)*s
        s = s*exp(-0.05d0*last*last)
        x(i) = x(i)*(0.8d0 + 0.1d0*s)
      end do
    end do
    do i = n, 1
      s = s*s
      x(i) = s
    end do
    do i = n - 1, 1, -1
      last = sin(s)*x(i + 1)
      s = 0.5d0*s + last*last*p
    end do
  end subroutine sweep

  subroutine beyond(n, x, p, s)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n), s
    real(8), intent(in) :: p
    integer :: i, j, m, turns
    do i = 1, n, 2
      s = s + 0.1d0*sin(s*x(i)) + 0.1d0*p
      x(i) = x(i)*(0.8d0 + 0.1d0*s)
    end do
    do j = 1, n
      do i = j, n
        s = s + 0.02d0*cos(s)
        x(i) = x(i)*(0.8d0 + 0.1d0*s)
      end do
    end do
    do i = 1, n
      if (x(i) > 0.4d0) then
        s = s + 0.1d0*s*x(i)
        x(i) = x(i)*(0.8d0 + 0.1d0*s)
      end if
    end do
    do i = 1, n
      if (x(i) < 0.05d0) cycle
      s = s - 0.1d0*cos(x(i)*s)
      x(i) = x(i) + 0.1d0*s*s
    end do
    do i = 1, n
      s = s - 0.1d0*sin(s)
      if (i > 3) exit
      x(i) = x(i)*(0.8d0 + 0.1d0*s)
    end do
    m = n
    do i = 1, m
      s = s + 0.1d0*cos(s*p)
      x(i) = x(i)*(0.8d0 + 0.1d0*s)
    end do
    m = n - 1
    do j = 1, 2
      do i = 1, m
        s = s + 0.05d0*sin(s)
        x(i) = x(i)*(0.8d0 + 0.1d0*s)
      end do
      m = m - 1
    end do
    turns = 0
    do while (turns < 3)
      turns = turns + 1
      do i = 1, n
        s = s - 0.05d0*cos(s*x(i))
        x(i) = x(i)*(0.8d0 + 0.1d0*s)
      end do
    end do
  end subroutine beyond

  subroutine halves(n, x, p, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), p
    real(8), intent(out) :: y
    real(8) :: u(n), s, last
    integer :: t
    u = x
    s = p
    y = 0d0
    do t = 1, 3
      call sweep(n, u, p, s, last)
      y = y + s*last
      call beyond(n, u, p, s)
      y = y + s
    end do
    y = y + sum(u*u)
  end subroutine halves
end module split_tape
