! Procedures that change a column of a grid of their module, in all the ways in which it is written: that is saved, and not the grid.
! inputs: k = 0.9
! head: whole(f)/(k)
! head: previous(f)/(k)
! head: either(f)/(k)
! head: perhaps(f)/(k)
! head: some(f)/(k)
! head: leaves(f)/(k)
! head: two(f)/(k)
! head: masked(f)/(k)
! head: backwards(f)/(k)
! head: listed(f)/(k)
! head: local(f)/(k)
! head: deeper(f)/(k)
! head: outside(f)/(k)
! head: jumps(f)/(k)
! head: moved(f)/(k)
! head: wide(f)/(k)
module grid
  implicit none
  integer, parameter :: nz = 4, nc = 5
  integer :: at = 2
  real(8) :: t(nz, nc)
contains
  subroutine set_whole(i, k)
    integer, intent(in) :: i
    real(8), intent(in) :: k
    t(:, i) = t(:, i)*k*t(:, i)
  end subroutine set_whole

  subroutine set_previous(i, k)
    integer, intent(in) :: i
    real(8), intent(in) :: k
    t(:, i) = k*t(:, i - 1)**2 + 0.5d0*t(:, i)
  end subroutine set_previous

  subroutine set_either(i, k)
    integer, intent(in) :: i
    real(8), intent(in) :: k
    if (mod(i, 2) == 0) then
      t(:, i) = k*t(:, i)**2
    else
      t(:, i) = sin(t(:, i))*k
    end if
  end subroutine set_either

  ! Called for columns that are not there, too.
  subroutine set_perhaps(i, k)
    integer, intent(in) :: i
    real(8), intent(in) :: k
    if (i >= 1 .and. i <= nc) t(:, i) = k*t(:, i)**2
  end subroutine set_perhaps

  subroutine set_some(i, k)
    integer, intent(in) :: i
    real(8), intent(in) :: k
    integer :: z
    do z = 2, nz
      if (t(z, i) > 0.55d0) t(z, i) = t(z, i)*k*t(z - 1, i)
    end do
  end subroutine set_some

  subroutine set_or_leave(i, k)
    integer, intent(in) :: i
    real(8), intent(in) :: k
    integer :: z
    if (i == nc) return
    do z = 2, nz
      if (t(z, i) > 0.9d0) exit
      t(z, i) = t(z, i)*t(z - 1, i)*k
    end do
    if (k < 0d0) return
    t(1, i) = t(1, i)**2
  end subroutine set_or_leave

  subroutine set_two(i, k)
    integer, intent(in) :: i
    real(8), intent(in) :: k
    if (i == 1) then
      t(:, 1) = 0.5d0*k*t(:, nc)
    else
      t(:, i) = 0.5d0*k*t(:, i - 1)**2 + 0.3d0
    end if
  end subroutine set_two

  subroutine set_masked(i, k)
    integer, intent(in) :: i
    real(8), intent(in) :: k
    where (t(:, i) > 0.6d0)
      t(:, i) = t(:, i)**2*k
    elsewhere
      t(:, i) = t(:, i)*k
    end where
  end subroutine set_masked

  subroutine set_backwards(i, k)
    integer, intent(in) :: i
    real(8), intent(in) :: k
    integer :: z
    t(nz:1:-1, i) = t(:, i)*t(1, i)*k
    do z = nz - 1, 1, -1
      t(z + 1, i) = t(z + 1, i)*t(z, i)
    end do
    do z = nz, 1, -2
      t(z, i) = t(z, i)*t(2, i)
    end do
  end subroutine set_backwards

  subroutine set_listed(i, k)
    integer, intent(in) :: i
    real(8), intent(in) :: k
    integer :: list(2), z
    list = [3, 1]
    t(list, i) = t(list, i)**2*k
    do z = 1, 2
      t(list(z), i) = t(list(z), i)*t(2, i)
    end do
  end subroutine set_listed

  ! What says where is the procedure's own, and changes in it.
  subroutine set_local(i, k)
    integer, intent(in) :: i
    real(8), intent(in) :: k
    integer :: j
    j = i
    t(2:3, j) = t(2:3, j)**2*k
    j = nc + 1 - i
    if (j < nc) t(2:3, j) = t(2:3, j)*t(1, j)
  end subroutine set_local

  subroutine set_deeper(i, k)
    integer, intent(in) :: i
    real(8), intent(in) :: k
    if (i > 1) call set_whole(i, k)
    call set_previous(i + 1, k)
  end subroutine set_deeper

  ! The module says which column, and another one next time.
  subroutine set_at(k)
    real(8), intent(in) :: k
    if (at > 0) t(:, at) = t(:, at)**2*k
  end subroutine set_at

  subroutine set_by_jumps(i, k)
    integer, intent(in) :: i
    real(8), intent(in) :: k
    integer :: z
    z = 0
10  z = z + 1
    if (z == 2) go to 20
    t(z, i) = t(z, i)**2*k
20  t(2, i) = sin(t(2, i))
    if (z < nz) go to 10
  end subroutine set_by_jumps

  subroutine set_moved(i, k)
    integer, intent(inout) :: i
    real(8), intent(in) :: k
    t(:, i) = t(:, i)**2*k
    i = i + 1
    if (i <= nc) t(:, i) = t(:, i)*k
  end subroutine set_moved

  subroutine set_wide(i, k)
    integer(8), intent(in) :: i
    real(8), intent(in) :: k
    if (i <= nc) t(2, i) = t(2, i)**2*k
  end subroutine set_wide

  subroutine start(k)
    real(8), intent(in) :: k
    integer :: i, z
    do i = 1, nc
      do z = 1, nz
        t(z, i) = 0.4d0 + 0.1d0*z + 0.03d0*i*k
      end do
    end do
  end subroutine start

  subroutine whole(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer :: i, step
    call start(k)
    do step = 1, 3
      do i = 2, nc
        call set_whole(i, k)
      end do
    end do
    f = sum(t**2)
  end subroutine whole

  subroutine previous(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer :: i, step
    call start(k)
    do step = 1, 3
      do i = nc, 2, -1
        call set_previous(i, k)
      end do
    end do
    f = sum(t**2)
  end subroutine previous

  subroutine either(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer :: i, step
    call start(k)
    do step = 1, 3
      do i = step, nc
        call set_either(i, k)
      end do
    end do
    f = sum(t**2)
  end subroutine either

  subroutine perhaps(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer :: i, step
    call start(k)
    do step = 1, 3
      do i = 0, nc + 2
        call set_perhaps(i, k)
      end do
      call set_perhaps(-step, k)
    end do
    f = sum(t**2)
  end subroutine perhaps

  subroutine some(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer :: i, step
    call start(k)
    do step = 1, 3
      do i = 2, nc
        call set_some(i, k)
      end do
    end do
    f = sum(t**2)
  end subroutine some

  subroutine leaves(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer :: i, step
    call start(k)
    do step = 1, 3
      do i = 2, nc
        call set_or_leave(i, k)
      end do
    end do
    f = sum(t**2)
  end subroutine leaves

  subroutine two(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer :: i, step
    call start(k)
    do step = 1, 3
      do i = 1, nc
        call set_two(i, k)
      end do
    end do
    f = sum(t**2)
  end subroutine two

  subroutine masked(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer :: i, step
    call start(k)
    do step = 1, 3
      do i = 1, nc
        call set_masked(i, k)
      end do
    end do
    f = sum(t**2)
  end subroutine masked

  subroutine backwards(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer :: i, step
    call start(k)
    do step = 1, 3
      do i = 1, nc, 2
        call set_backwards(i, k)
      end do
    end do
    f = sum(t**2)
  end subroutine backwards

  subroutine listed(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer :: i, step
    call start(k)
    do step = 1, 3
      do i = 1, nc
        call set_listed(i, k)
      end do
    end do
    f = sum(t**2)
  end subroutine listed

  subroutine local(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer :: i, step
    call start(k)
    do step = 1, 3
      do i = 1, nc
        call set_local(i, k)
      end do
    end do
    f = sum(t**2)
  end subroutine local

  subroutine deeper(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer :: i, step
    call start(k)
    do step = 1, 3
      do i = 1, nc - 1
        call set_deeper(i, k)
      end do
    end do
    f = sum(t**2)
  end subroutine deeper

  subroutine outside(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer :: step
    call start(k)
    do step = 1, 4
      call set_at(k)
      at = step - 1
    end do
    at = 2
    f = sum(t**2)
  end subroutine outside

  subroutine jumps(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer :: i, step
    call start(k)
    do step = 1, 3
      do i = 1, nc
        call set_by_jumps(i, k)
      end do
    end do
    f = sum(t**2)
  end subroutine jumps

  subroutine moved(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer :: i, step
    call start(k)
    i = 1
    do step = 1, nc
      call set_moved(i, k)
    end do
    f = sum(t**2)
  end subroutine moved

  subroutine wide(k, f)
    real(8), intent(in) :: k
    real(8), intent(out) :: f
    integer(8) :: i
    call start(k)
    i = 1
    do while (i <= nc + 2)
      call set_wide(i, k)
      i = i + 1
    end do
    f = sum(t**2)
  end subroutine wide
end module grid
