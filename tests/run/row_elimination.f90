! Rows of a matrix are changed by another row: by the bounds of the loops they are never the same, or they may be.
! inputs: a(4,5) = 0.5 .. 1.5
! head: eliminated(a)/(a)
! head: mixed(a)/(a)
module row_elimination
  implicit none
contains
  subroutine eliminated(a)
    real(8), intent(inout) :: a(4,5)
    real(8) :: f
    integer :: i, k
    do i = 1, 4
      a(i,i) = a(i,i) + 5.0d0
    end do
    do k = 1, 4
      a(k,k:) = a(k,k:)*a(k,k:)/(1.0d0 + a(k,k))
      do i = k + 1, 4
        f = a(i,k)/a(k,k)
        a(i,k:) = a(i,k:) - f*a(k,k:)
      end do
      do i = 1, k - 1
        a(i,:) = sin(a(i,:))*a(k,:) + a(i,:)
      end do
    end do
  end subroutine eliminated
  ! Row i is row k in one of the turns.
  subroutine mixed(a)
    real(8), intent(inout) :: a(4,5)
    integer :: i, k
    do k = 1, 3
      do i = k, 4
        a(i,:) = 0.5d0*a(i,:) + a(k,:)*a(k,2)
      end do
      a(k,2:4) = a(k,1:3)*a(k,3:5)
      a(:,k) = a(:,k)*a(:,k+1) - a(:,k+2)
    end do
  end subroutine mixed
end module row_elimination
