! Pointers that lead to a dummy which nothing asks the derivative of, and then to something active.
! head: lent_dummies%f(y)/(w)
! inputs: w(6) = -1 .. 1
! inputs: x(2) = -1 .. 1
! head: lent_dummies%g(y)/(w)
! inputs: w(6) = -1 .. 1
! inputs: x(2) = -1 .. 1
! head: lent_dummies%h(y)/(w)
! inputs: n = 2
! inputs: w(6) = -1 .. 1
! inputs: x(2) = -1 .. 1
! head: lent_dummies%k(y)/(w)
! inputs: w(6) = -1 .. 1
! inputs: x(2) = -1 .. 1
! head: lent_dummies%l(y)/(w)
! inputs: w(6) = -1 .. 1
! inputs: s%a(2) = -1 .. 1
module lent_dummies
  implicit none
  type t
    real(8) :: a(2)
    integer :: n
  end type t
contains
  subroutine f(w, x, y)
    real(8), intent(in) :: w(6)
    real(8), intent(in), target :: x(2)
    real(8), intent(out) :: y
    real(8), target :: a(2, 3)
    real(8), pointer :: in(:)
    integer :: j, k
    in => x
    do k = 1, 3
      do j = 1, 2
        a(j, k) = tanh(w(2*k - 2 + j)*in(1) + in(2))
      end do
      in => a(:, k)
    end do
    y = in(1)*in(2)
  end subroutine f

  subroutine g(w, x, y)
    real(8), intent(in) :: w(:)
    real(8), intent(in), target :: x(:)
    real(8), intent(out) :: y
    real(8), target :: a(2, 3)
    real(8), pointer :: in(:)
    integer :: j, k
    in => x
    do k = 1, 3
      do j = 1, 2
        a(j, k) = tanh(w(2*k - 2 + j)*in(1) + in(2))
      end do
      in => a(:, k)
    end do
    y = in(1)*in(2)
  end subroutine g

  subroutine h(n, w, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: w(3*n)
    real(8), intent(inout), target :: x(n)
    real(8), intent(out) :: y
    y = 0
    call net(n, w, x, y)
    x(1) = 0.5d0
    call net(n, w, x, y)
  end subroutine h

  subroutine net(n, w, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: w(3*n)
    real(8), intent(in), target :: x(n)
    real(8), intent(inout) :: y
    real(8), target :: a(n, 3)
    real(8), pointer :: in(:)
    integer :: j, k
    in => x
    do k = 1, 3
      do j = 1, n
        a(j, k) = tanh(w(n*k - n + j)*in(1) + in(2)) + y
      end do
      in => a(:, k)
    end do
    y = in(1)*in(2)
  end subroutine net

  subroutine k(w, x, y)
    real(8), intent(in) :: w(6)
    real(8), intent(inout), target :: x(2)
    real(8), intent(out) :: y
    real(8), target :: a(2)
    real(8), pointer :: p(:)
    a = w(1:2)**2
    p => a
    if (x(1) > 0) p => x
    y = sum(p*w(3:4))
    p => x
    y = y*p(1)
    x = 2*x
  end subroutine k

  subroutine l(w, s, y)
    real(8), intent(in) :: w(6)
    type(t), intent(in), target :: s
    real(8), intent(out) :: y
    real(8), target :: a(2)
    real(8), pointer :: p(:)
    a = w(1:2)**2
    p => a
    if (w(1) > 0) p => s%a
    y = sum(p*w(3:4))
  end subroutine l
end module lent_dummies
