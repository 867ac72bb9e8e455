! Pointers that are associated again: time levels that change places, components of a structure, three levels in a DO WHILE with an EXIT.
! head: all(u)\(r)
! inputs: n = 6
! inputs: nt = 5
module steps
  implicit none
  type state
    real(8), pointer :: cur(:) => null(), prev(:) => null()
    real(8) :: dt
  end type
contains
  subroutine all(n, nt, u, r)
    integer, intent(in) :: n, nt
    real(8), intent(in) :: u(n)
    real(8), intent(out) :: r
    real(8), target :: a(n), b(n), buf(n, 0:2)
    real(8), pointer :: old(:), new(:), tmp(:), hold(:), kept(:), own(:), next(:), x(:), y(:), z(:), t(:)
    type(state) :: s
    integer :: it, i
    ! Two targets.
    a = u
    b = 0.0d0
    old => a
    new => b
    do it = 1, nt
      new(1) = old(1)
      new(n) = old(n)
      do i = 2, n - 1
        new(i) = old(i) + 0.1d0*(old(i+1) - 2.0d0*old(i) + old(i-1))*old(i)
      end do
      tmp => old
      old => new
      new => tmp
    end do
    r = sum(old**2)
    ! Memory of their own.
    allocate(own(0:n-1), next(0:n-1))
    own = u
    do it = 1, nt
      next = sin(own)*own
      next(1:n-1) = next(1:n-1) + 0.3d0*own(0:n-2)**2
      hold => own
      own => next
      next => hold
      nullify(hold)
    end do
    r = r*own(0) + sum(own**2)
    deallocate(own, next)
    ! Components.
    allocate(s%cur(n))
    allocate(s%prev(n))
    s%dt = u(1)
    s%cur = u
    s%prev = 0.5d0*u
    do it = 1, 4
      s%prev = 2.0d0*s%cur - s%prev + s%dt*sin(s%cur)
      kept => s%prev
      s%prev => s%cur
      s%cur => kept
    end do
    r = r + dot_product(s%cur, s%prev)
    deallocate(s%cur, s%prev)
    ! Three levels.
    buf = 0.0d0
    buf(:, 0) = u
    buf(:, 1) = u*u
    x => buf(:, 0)
    y => buf(:, 1)
    z => buf(:, 2)
    it = 0
    do while (it < 6)
      z = 0.5d0*y + 0.3d0*x*y
      t => x
      x => y
      y => z
      z => t
      it = it + 1
      if (sum(abs(y)) < 1d-3) exit
    end do
    r = r + sum(y) + x(1)*z(n)
  end subroutine
end module
