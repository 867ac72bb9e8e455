! Tiles: loops over blocks whose length is an argument, a last block that is shorter, bounds by MIN and MAX, blocks from the end; nothing is saved.
! head: tiles(a0 y)\(val)
! inputs: n = 7
! inputs: nb = 3
! inputs: back = -2
! inputs: a0 = 0.5 .. 1.0
subroutine tiles(n, nb, back, a0, y, val)
  implicit none
  integer, intent(in) :: n, nb, back
  real(8), intent(in) :: a0(n,n), y(n)
  real(8), intent(out) :: val
  real(8) :: a(n,n), x(n), z(n)
  integer :: i, j, k, kb, ke, lo
  do j = 1, n
    do i = j, n
      a(i,j) = a0(i,j)*a0(j,i)
    end do
    a(j,j) = a(j,j) + n
  end do
  ! Cholesky, right-looking
  do kb = 1, n, nb
    ke = min(kb + nb - 1, n)
    do k = kb, ke
      a(k,k) = sqrt(a(k,k))
      do i = k + 1, n
        a(i,k) = a(i,k)/a(k,k)
      end do
      do j = k + 1, ke
        do i = j, n
          a(i,j) = a(i,j) - a(i,k)*a(j,k)
        end do
      end do
    end do
    do j = ke + 1, n
      do k = kb, min(n, kb + nb - 1)
        do i = j, n
          a(i,j) = a(i,j) - a(i,k)*a(j,k)
        end do
      end do
    end do
  end do
  ! forward substitution in place, by tiles
  x = y
  do kb = 1, n, 2
    do i = kb, min(kb + 1, n)
      do k = kb, i - 1
        x(i) = x(i) - a(i,k)*x(k)
      end do
      x(i) = x(i)/a(i,i)
    end do
    do i = kb + 2, n
      do k = kb, min(kb + 1, n)
        x(i) = x(i) - a(i,k)*x(k)
      end do
    end do
  end do
  ! backward substitution, tiles from the end
  z = x
  do kb = n, 1, back
    lo = max(kb + back + 1, 1)
    do i = kb, lo, -1
      do k = i + 1, kb
        z(i) = z(i) - a(k,i)*z(k)
      end do
      z(i) = z(i)/a(i,i)
    end do
    do i = 1, lo - 1
      do k = lo, kb
        z(i) = z(i) - a(k,i)*z(k)
      end do
    end do
  end do
  val = 0.d0
  do i = 1, n
    val = val + z(i)**2
  end do
end subroutine tiles
