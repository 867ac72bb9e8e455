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
  subroutine two(n, nt, u, r)
    integer, intent(in) :: n, nt
    real(8), intent(in) :: u(n)
    real(8), intent(inout) :: r
    real(8), target :: a(n), b(n)
    real(8), pointer :: old(:), new(:), tmp(:)
    integer :: it, i
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
    r = r + sum(old**2)
  end subroutine

  subroutine allocated_two(n, nt, u, r)
    integer, intent(in) :: n, nt
    real(8), intent(in) :: u(n)
    real(8), intent(inout) :: r
    real(8), pointer :: old(:), new(:), tmp(:)
    integer :: it
    allocate(old(0:n-1), new(0:n-1))
    old = u
    do it = 1, nt
      new = sin(old)*old
      new(1:n-1) = new(1:n-1) + 0.3d0*old(0:n-2)**2
      tmp => old
      old => new
      new => tmp
      nullify(tmp)
    end do
    r = r*old(0) + sum(old**2)
    deallocate(old, new)
  end subroutine

  subroutine components(n, x, r)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: r
    type(state) :: s
    real(8), pointer :: t(:)
    integer :: k
    allocate(s%cur(n))
    allocate(s%prev(n))
    s%dt = x(1)
    s%cur = x
    s%prev = 0.5d0*x
    do k = 1, 4
      s%prev = 2.0d0*s%cur - s%prev + s%dt*sin(s%cur)
      t => s%prev
      s%prev => s%cur
      s%cur => t
    end do
    r = r + dot_product(s%cur, s%prev)
    deallocate(s%cur, s%prev)
  end subroutine

  subroutine three(n, x, r)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: r
    real(8), target :: buf(n, 0:2)
    real(8), pointer :: a(:), b(:), c(:), t(:)
    integer :: it
    buf = 0.0d0
    buf(:, 0) = x
    buf(:, 1) = x*x
    a => buf(:, 0)
    b => buf(:, 1)
    c => buf(:, 2)
    it = 0
    do while (it < 6)
      c = 0.5d0*b + 0.3d0*a*b
      t => a
      a => b
      b => c
      c => t
      it = it + 1
      if (sum(abs(b)) < 1d-3) exit
    end do
    r = r + sum(b) + a(1)*c(n)
  end subroutine

  subroutine all(n, nt, u, r)
    integer, intent(in) :: n, nt
    real(8), intent(in) :: u(n)
    real(8), intent(out) :: r
    r = 0.0d0
    call two(n, nt, u, r)
    call allocated_two(n, nt, u, r)
    call components(n, u, r)
    call three(n, u, r)
  end subroutine
end module
