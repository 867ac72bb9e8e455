! Procedures that are given a grid, or a structure with one, and change a column of it: that is saved, and not the grid.
! head: explicit(f)/(k)
! head: assumed(f)/(k)
! head: guarded(f)/(k)
! head: component(f)/(k)
! head: in_structure(f)/(k)
! head: some_in_structure(f)/(k)
! head: handed_on(f)/(k)
! head: adjustable(f)/(k)
! inputs: k = 0.9
module columns
  implicit none
  integer, parameter :: nz = 4, nc = 5
  type state
    real(8) :: t(nz, nc), u(nz, nc)
    integer :: n = nc
  end type state
contains
  subroutine set(t, i, k)
    real(8), intent(inout) :: t(nz, nc)
    integer, intent(in) :: i
    real(8), intent(in) :: k
    t(:, i) = t(:, i)*k*t(:, i)
  end subroutine set

  subroutine set_assumed(t, i, k)
    real(8), intent(inout) :: t(:, :)
    integer, intent(in) :: i
    real(8), intent(in) :: k
    t(:, i) = t(:, i)*k*t(:, i)
  end subroutine set_assumed

  subroutine set_guarded(t, i, k)
    real(8), intent(inout) :: t(nz, nc)
    integer, intent(in) :: i
    real(8), intent(in) :: k
    integer :: z
    do z = 2, nz
      if (i > nc) return
      if (t(z, i) > 0.5d0) t(z, i) = t(z, i)*k*t(z - 1, i)
    end do
  end subroutine set_guarded

  subroutine set_in(s, i, k)
    type(state), intent(inout) :: s
    integer, intent(in) :: i
    real(8), intent(in) :: k
    s%t(:, i) = s%t(:, i)*k*s%u(:, i)
  end subroutine set_in

  subroutine set_some_in(s, i, k)
    type(state), intent(inout) :: s
    integer, intent(in) :: i
    real(8), intent(in) :: k
    integer :: z
    do z = 1, nz
      if (i <= s%n .and. s%t(z, min(i, nc)) > 0.5d0) s%t(z, i) = s%t(z, i)*k*s%t(z, i)
    end do
    s%u = s%u*k + s%t
  end subroutine set_some_in

  subroutine hand_on(t, i, k)
    real(8), intent(inout) :: t(nz, nc)
    integer, intent(in) :: i
    real(8), intent(in) :: k
    if (i < nc) call set(t, i + 1, k)
    call set_guarded(t, i, k)
  end subroutine hand_on

  ! Extents that the caller says, and that are another number there.
  subroutine set_of(n, m, t, i, k)
    integer, intent(in) :: n, m, i
    real(8), intent(inout) :: t(n, m)
    real(8), intent(in) :: k
    if (i > 0 .and. i <= m) t(2:, i) = t(2:, i)**2*k
  end subroutine set_of

  subroutine relax(n, m, t, k)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: t(n, m)
    real(8), intent(in) :: k
    integer :: i
    do i = 0, m
      call set_of(n, m, t, i, k)
      call set_of(n, m, t, i + 1, k)
    end do
  end subroutine relax

  subroutine explicit(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    real(8) :: t(nz, nc)
    integer :: i, step
    t = 0.9d0
    do step = 1, 3
      do i = 2, nc
        call set(t, i, k)
      end do
    end do
    f = sum(t**2)
  end subroutine explicit

  subroutine assumed(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    real(8) :: t(nz, nc)
    integer :: i, step
    t = 0.9d0
    do step = 1, 3
      do i = 2, nc
        call set_assumed(t, i, k)
      end do
    end do
    f = sum(t**2)
  end subroutine assumed

  subroutine guarded(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    real(8) :: t(nz, nc)
    integer :: i, step
    t = 0.9d0
    do step = 1, 3
      do i = 2, nc + 2
        call set_guarded(t, i, k)
      end do
    end do
    f = sum(t**2)
  end subroutine guarded

  subroutine component(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    type(state) :: s
    integer :: i, step
    s%t = 0.9d0
    s%u = k
    do step = 1, 3
      do i = 2, nc
        call set(s%t, i, k)
      end do
    end do
    f = sum(s%t**2) + sum(s%u)
  end subroutine component

  subroutine in_structure(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    type(state) :: s
    integer :: i, step
    s%t = 0.9d0
    s%u = k**2
    do step = 1, 3
      do i = 2, nc
        call set_in(s, i, k)
      end do
    end do
    f = sum(s%t**2) + sum(s%u)
  end subroutine in_structure

  subroutine some_in_structure(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    type(state) :: s
    integer :: i, step
    s%t = 0.9d0
    s%u = k**2
    do step = 1, 3
      do i = 2, nc + 1
        call set_some_in(s, i, k)
      end do
    end do
    f = sum(s%t**2) + sum(s%u)
  end subroutine some_in_structure

  subroutine handed_on(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    real(8) :: t(nz, nc)
    integer :: i, step
    t = 0.9d0
    do step = 1, 3
      do i = 1, nc
        call hand_on(t, i, k)
      end do
    end do
    f = sum(t**2)
  end subroutine handed_on

  subroutine adjustable(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    real(8) :: t(nz, nc)
    t = 0.9d0
    call relax(nz, nc, t, k)
    call relax(nz, nc, t, k)
    f = sum(t**2)
  end subroutine adjustable
end module columns
