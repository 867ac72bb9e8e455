! inputs: n = 9
! inputs: nt = 6
! inputs: v = 0.5 .. 1.5
! head: unlooked_at%misfit(v)\(cost)
! head: unlooked_at%misfit(v)\(cost)
! options: -nocheckpoint step
! head: unlooked_at%kept(v)\(cost)
! What adjoints of a callee do not compute again they do not overwrite: the field behind a step stands, with the step's adjoint run or not.
! What backward halves do not look at is not kept for them.
module unlooked_at
  implicit none
contains
  subroutine step(n, p, pold, pnew, v)
    integer, intent(in) :: n
    real(8), intent(in) :: p(n), pold(n), v(n)
    real(8), intent(out) :: pnew(n)
    real(8) :: lap
    integer :: i
    pnew(1) = 0.0d0
    do i = 2, n - 1
      lap = p(i - 1) - 2.0d0*p(i) + p(i + 1)
      pnew(i) = 2.0d0*p(i) - pold(i) + v(i)**2*0.2d0*lap
    end do
    pnew(n) = 0.0d0
  end subroutine step

  ! Its adjoint runs it again and needs its turns one after the other.
  subroutine grow(n, p, pnew, v)
    integer, intent(in) :: n
    real(8), intent(in) :: p(n), v(n)
    real(8), intent(out) :: pnew(n)
    integer :: i
    pnew(1) = p(1)*v(1)
    do i = 2, n
      pnew(i) = p(i)*pnew(i - 1) + v(i)
      pnew(i) = pnew(i)*pnew(i)*0.3d0
    end do
  end subroutine grow

  subroutine misfit(n, nt, v, cost)
    integer, intent(in) :: n, nt
    real(8), intent(in) :: v(n)
    real(8), intent(out) :: cost
    real(8), allocatable :: p0(:), p1(:), p2(:)
    integer :: it
    allocate (p0(n), p1(n), p2(n))
    p0 = 0.0d0
    p1 = 0.0d0
    p2 = 0.0d0
    cost = 0.0d0
    do it = 1, nt
      cost = cost + p2(3)**2
      call step(n, p1, p0, p2, v)
      p2(n/2) = p2(n/2) + 1.0d0/it
      cost = cost + 0.5d0*(p2(4) - 0.1d0)**2 + 0.1d0*p2(3)*p2(5)
      p0 = p1
      p1 = p2
    end do
    deallocate (p0, p1, p2)
  end subroutine misfit

  subroutine kept(n, nt, v, cost)
    integer, intent(in) :: n, nt
    real(8), intent(in) :: v(n)
    real(8), intent(out) :: cost
    real(8) :: p1(n), p2(n)
    integer :: it
    p1 = 0.3d0
    p2 = 0.1d0
    cost = 0.0d0
    do it = 1, nt
      cost = cost + p2(3)**2
      call grow(n, p1, p2, v)
      cost = cost + 0.5d0*(p2(4) - 0.1d0)**2 + 0.1d0*p2(3)*p2(5)
      p1 = 0.5d0*p2
    end do
  end subroutine kept
end module unlooked_at
