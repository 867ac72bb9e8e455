! Arrays of structures that expressions make: as arguments, and assigned. What functions only move goes component by component.
! head: passed(a)\(s)
! head: allocated_ones(a)\(s)
! head: idle(a)\(s)
module structure_actuals_m
  implicit none
  type part
    real(8) :: u
    integer :: n
  end type
  type vec
    real(8) :: x
    real(8) :: w(-1:1, 2)
    type(part) :: i, j(2)
  end type
contains
  elemental function make(x, n) result(c)
    real(8), intent(in) :: x
    integer, intent(in) :: n
    type(vec) :: c
    c%x = x
    c%w = x**2
    c%w(0, 2) = sin(x)
    c%i = part(2*x, n)
    c%j(1) = part(exp(-x), n + 1)
    c%j(2) = part(x**3, n + 2)
  end function
  elemental function add(a, b) result(c)
    type(vec), intent(in) :: a, b
    type(vec) :: c
    c = a
    c%x = a%x*b%x + b%i%u
    c%w = a%w*b%x + b%w
    c%j%u = b%j%u*a%x
  end function
  pure function one(p, k) result(t)
    type(vec), intent(in) :: p
    integer, intent(in) :: k
    real(8) :: t
    t = k*p%x**2 + sum(sin(p%w)) + p%i%u*p%i%n + p%j(1)%u*p%j(2)%u*k
  end function
  pure function tot(p) result(t)
    type(vec), intent(in) :: p(:)
    real(8) :: t
    integer :: k
    t = 0
    do k = 1, size(p)
      t = t + one(p(k), k)
    end do
  end function
  pure function tot2(p) result(t)
    type(vec), intent(in) :: p(:, :)
    real(8) :: t
    integer :: k, l
    t = 0
    do l = 1, size(p, 2)
      do k = 1, size(p, 1)
        t = t + one(p(k, l), k + 3*l)
      end do
    end do
  end function
  subroutine sub(p, t)
    type(vec), intent(in) :: p(:)
    real(8), intent(inout) :: t
    t = t*tot(p)
  end subroutine
  subroutine passed(a, s)
    real(8), intent(in) :: a(6)
    real(8), intent(out) :: s
    type(vec) :: p(3), q(0:2)
    integer :: k
    p = make(a(1:3), 1)
    q = make(a(4:6), 2)
    s = tot([p(1), p(3)]) + tot([make(a(1), 3), q(1:2), add(q(0), p(2))]) + tot([p, add(p, q)])
    s = s + tot(cshift(q, 1)) + tot(eoshift(p, 1, boundary=q(0))) + tot(merge(p, q, p%x > q%x))
    s = s + one(merge(p(1), q(2), a(1) > 1), 2) + tot(pack([p, q], a > 0.8d0)) + tot(pack(q, a(1) > 1))
    call sub([p, q], s)
    do k = 1, 3
      s = s + tot(p([k, 1, k]))/s + tot([(add(p(k), q(mod(k, 3))), k = 1, 2)])
      p = add(p, q([2, k - 1, k - 1]))
    end do
    s = s + tot2(reshape([p, q], [2, 3])) + tot2(transpose(reshape([p, q], [2, 3]))) + tot2(spread(p, 2, 2))
  end subroutine
  subroutine allocated_ones(a, s)
    real(8), intent(in) :: a(6)
    real(8), intent(out) :: s
    type(vec), allocatable :: r(:), r2(:, :)
    type(vec) :: p(3), q(3)
    p = make(a(1:3), 1)
    q = make(a(4:6), 2)
    r = [p, add(p, q)]
    s = tot(r)
    r = cshift(r, 2)
    s = s + tot(r)*tot(eoshift(r, -1, boundary=q(3)))
    r2 = reshape(r, [2, 3], order=[2, 1])
    s = s + tot2(cshift(r2, 1, dim=2)) + tot2(transpose(r2)) + tot2(spread(r, dim=1, ncopies=2))
    r = pack(r, r%x > 0.9d0)
    s = s + tot([r, q]) + tot(cshift(r, 1)) + tot([pack(q, q%x > 1), r])
    p = unpack(q, [.true., .false., .true.], p)
    q = merge(p, q(3:1:-1), q%x > 1)
    q(1:2) = cshift(q(2:3), 1)
    s = s + tot(p)*tot(q)
  end subroutine
  subroutine idle(a, s)
    real(8), intent(in) :: a(6)
    real(8), intent(out) :: s
    type(vec) :: p(3), q(3)
    p = make(a(1:3), 1)
    q = make([1.d0, 2.d0, 3.d0], 2)
    s = tot([p, q]) + tot(merge(q, p, a(4:6) > 1)) + tot(eoshift(p, -1, boundary=q(1)))
    q = merge(q, p, [.true., .true., .false.])
    s = s*tot(q)
  end subroutine
end module
