! References with more than one vector subscript, or with one and a section: elements may be named more than once.
! head: assembled(obj)/(kappa src)
! inputs: ne = 3
! inputs: kappa(3) = 0.5 .. 1.5
! inputs: src(3) = 1.0 .. 2.0
! head: gathered(a b)\(f)
! inputs: n = 4
! inputs: a(4,4) = 0.5 .. 1.5
! inputs: b(3,4,5) = 0.5 .. 1.5
! head: masked(a x)\(f)
! inputs: n = 4
! inputs: a(4,4) = 0.5 .. 1.5
module several_vector_subscripts
  implicit none
  private
  public :: assembled, gathered, masked
  integer, parameter :: dp = kind(1.0d0)
contains
  !> Assembly of element matrices.
  subroutine assembled(ne, kappa, src, obj)
    integer, intent(in) :: ne
    real(dp), intent(in) :: kappa(ne), src(ne)
    real(dp), intent(out) :: obj
    real(dp), allocatable :: a(:, :), b(:)
    real(dp) :: ke(3, 3)
    integer :: e, i, dofs(3)
    allocate (a(2*ne + 1, 2*ne + 1), b(2*ne + 1))
    a = 0.0_dp
    b = 0.0_dp
    do e = 1, ne
      dofs = [(2*(e - 1) + i, i = 1, 3)]
      ke = reshape([7.0_dp, -8.0_dp, 1.0_dp, -8.0_dp, 16.0_dp, -8.0_dp, 1.0_dp, -8.0_dp, 7.0_dp], [3, 3])*kappa(e)**2
      associate (g => dofs)
        a(g, g) = a(g, g) + ke
        b(g) = b(g) + src(e)*[1.0_dp, 4.0_dp, 1.0_dp]
        a(g, g(1)) = 1.5_dp*a(g, g(1))*src(e)
        a(g, :) = a(g, :)*cos(kappa(e))
      end associate
    end do
    obj = sum(matmul(a, b)**2)
  end subroutine assembled

  !> Some elements several times, others never.
  subroutine gathered(n, a, b, f)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n, n), b(0:2, n, 5)
    real(dp), intent(out) :: f
    integer :: rows(3), columns(n)
    real(dp) :: c(3, n), d(3, 2, n)
    integer :: k
    rows = [2, 1, 2]
    columns = [(1 + mod(k, 3), k = 1, n)]
    c = a(rows, columns)*a(columns(2:4), rows([1, 1, 2, 3]))
    d = b(:, [1, 1], columns)*b(:, 2:3, columns(n:1:-1))
    f = sum(c*c) + sum(d**2) + sum(sin(a(:, columns))) + dot_product(b(1, 2, columns), b(rows(1), columns, 3))
  end subroutine gathered

  !> Under a mask.
  subroutine masked(n, a, x, f)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n, n), x
    real(dp), intent(out) :: f
    integer :: i(3), j(2)
    real(dp) :: w(3, 2)
    i = [1, 4, 1]
    j = 2
    w = x
    where (a(i, j) > 1.0_dp)
      w = w*a(i, j)**2
    elsewhere
      w = x*a(j(1), j(2))
    end where
    f = sum(w*w)
  end subroutine masked
end module several_vector_subscripts
