! Where parts of one array meet whole-array expressions, components, generics, internal procedures, COMPLEX, allocatables.
! head: host(x z)\(e)
! inputs: n = 5
module kit
  implicit none
  type state
    real(8) :: a(8)
    real(8), allocatable :: b(:)
  end type state
contains
  subroutine combine_real(n, u, v, r)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n), v(2:n+1)
    real(8), intent(inout) :: r(n)
    r = r + u*v
    r(1:n-1) = r(1:n-1)*v(3:) + u(2:n)
    r(n) = r(n) + dot_product(u, v)*size(u)
  end subroutine combine_real

  subroutine combine_complex(n, u, v, r)
    integer, intent(in) :: n
    complex(8), intent(in) :: u(n), v(n)
    real(8), intent(inout) :: r(n)
    integer :: i
    do i = 1, n
      r(i) = r(i) + real(u(i)*conjg(v(i))) + aimag(v(i))
    end do
  end subroutine combine_complex
end module kit

subroutine host(n, x, z, e)
  use kit
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  complex(8), intent(in) :: z(n)
  real(8), intent(out) :: e
  type(state) :: s
  real(8) :: r(n)
  real(8), allocatable :: w(:)
  r = x
  s%a(1:n) = x**2
  s%a(n+1:8) = 1.0d0
  allocate(s%b(0:n))
  s%b(0) = x(2)
  s%b(1:n) = sin(x)
  call combine_real(n - 1, x(1), x(2), r)
  call combine_real(n - 2, s%a(2), s%a(1), r)
  call combine_real(n, s%b(1), s%b(0), r)
  call combine_complex(n - 1, z(1), z(2), r)
  allocate(w(2*n))
  w(1:n) = r
  w(n+1:) = x
  call combine_real(n, w(1), w(n + 1), r)
  call combine_real(n, w(n), w, r)
  call inside(n, w(3), w(1), e)
  e = e + sum(r*r)
  deallocate(w)
contains
  subroutine inside(m, p, q, t)
    integer, intent(in) :: m
    real(8), intent(in) :: p(*), q(*)
    real(8), intent(out) :: t
    integer :: i
    t = 0.0d0
    do i = 1, m
      t = t + p(i)*q(i)*x(1)
    end do
    if (m > 2) call deeper(m - 1, p, q(2), t)
  end subroutine inside

  recursive subroutine deeper(m, p, q, t)
    integer, intent(in) :: m
    real(8), intent(in) :: p(m), q(m)
    real(8), intent(inout) :: t
    t = t*p(1) + q(m)
    if (m > 1) call deeper(m - 1, p(2), q, t)
  end subroutine deeper
end subroutine host
