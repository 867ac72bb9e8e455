! Calls whose callee is dear to run twice and keeps little are split: in loops over time, with calls inside, with a local array that is handed over, with
! a counter of its calls. Joint stay those that keep more than a few times their snapshot, cheap ones, and what may not be split unasked: allocatable
! locals, optional dummies, recursion.
! head: history(x p)\(y)
! inputs: n = 4
! inputs: x(n) = 0.5 .. 1.5
! inputs: p = 0.3 .. 0.7
module split_by_cost
  implicit none
contains
  subroutine react(n, u, p)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(n)
    real(8), intent(in) :: p
    real(8) :: r
    integer :: i
    do i = 1, n
      r = exp(-p*u(i))*sqrt(1d0 + u(i)*u(i))
      u(i) = u(i) + 0.1d0*log(1d0 + r*r)
    end do
  end subroutine react

  subroutine step(n, u, p)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(n)
    real(8), intent(in) :: p
    integer :: i
    call react(n, u, p)
    do i = 1, n
      u(i) = u(i)*exp(-0.3d0*u(i))*cos(u(i)) + sin(p*u(i))
    end do
  end subroutine step

  subroutine smooth(n, u, p)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(n)
    real(8), intent(in) :: p
    real(8) :: w(n)
    integer :: i
    do i = 1, n
      w(i) = exp(-0.3d0*u(i))*cos(u(i)) + log(1d0 + p*u(i)**2)
    end do
    do i = 2, n - 1
      u(i) = u(i)*w(i - 1) + 0.5d0*w(i + 1)*w(i)
    end do
  end subroutine smooth

  subroutine over_time(n, u, p)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(n)
    real(8), intent(in) :: p
    integer :: i, t
    do t = 1, 40
      do i = 1, n
        u(i) = u(i) + 0.01d0*exp(-p*u(i))*sin(u(i)*t)
      end do
    end do
  end subroutine over_time

  subroutine cheap(n, u, p)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(n)
    real(8), intent(in) :: p
    integer :: i
    do i = 1, n
      u(i) = u(i)*u(i)*p
    end do
  end subroutine cheap

  subroutine with_memory(n, u, p)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(n)
    real(8), intent(in) :: p
    real(8), allocatable :: w(:)
    integer :: i
    allocate (w(n))
    do i = 1, n
      w(i) = exp(-p*u(i))*cos(u(i)) + log(1d0 + u(i)**2)
      u(i) = u(i)*w(i)
    end do
    deallocate (w)
  end subroutine with_memory

  subroutine with_past(n, u, p)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(n)
    real(8), intent(in) :: p
    integer, save :: calls = 0
    integer :: i
    calls = calls + 1
    do i = 1, n
      u(i) = u(i)*exp(-p*u(i))*cos(u(i)) + log(1d0 + u(i)**2)
    end do
  end subroutine with_past

  subroutine with_choice(n, u, p, shift)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(n)
    real(8), intent(in) :: p
    real(8), intent(in), optional :: shift
    integer :: i
    do i = 1, n
      u(i) = u(i)*exp(-p*u(i))*cos(u(i)) + log(1d0 + u(i)**2)
      if (present(shift)) u(i) = u(i) + shift
    end do
  end subroutine with_choice

  recursive subroutine halves(n, u, p)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(n)
    real(8), intent(in) :: p
    integer :: i
    do i = 1, n
      u(i) = u(i)*exp(-p*u(i))*cos(u(i)) + log(1d0 + u(i)**2)
    end do
    if (n > 1) call halves(n/2, u, p)
  end subroutine halves

  subroutine history(n, x, p, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), p
    real(8), intent(out) :: y
    real(8) :: u(n)
    integer :: t
    u = x
    y = 0d0
    do t = 1, 3
      call step(n, u, p)
      y = y + sum(u*u)
      call smooth(n, u, p)
      y = y + sum(u*u)
      call over_time(n, u, p)
      y = y + sum(u*u)
      call cheap(n, u, p)
      y = y + sum(u*u)
      call with_memory(n, u, p)
      y = y + sum(u*u)
      call with_past(n, u, p)
      y = y + sum(u*u)
      call with_choice(n, u, p, x(1))
      y = y + sum(u*u)
      call halves(n, u, p)
      y = y + sum(u*u)
    end do
  end subroutine history
end module split_by_cost
