! Messages of which the program asks which have come: in whatever order that is, what it computes is the same.
module asked
  use mpi_f08
  implicit none
  integer, parameter :: most = 8
contains
  ! The first that has come.
  subroutine first(size, x, total)
    integer, intent(in) :: size
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: total
    real(8) :: got(3,most), sent(3,most)
    type(MPI_Request) :: requests(most), sends(most)
    integer :: i, k, which
    total = 0.0d0
    do k = 1, size
      call MPI_Irecv(got(:,k), 3, MPI_DOUBLE_PRECISION, k - 1, 11, MPI_COMM_WORLD, requests(k))
    end do
    do k = 1, size
      sent(:,k) = x(k:k+2)*x(k+3)
      call MPI_Isend(sent(:,k), 3, MPI_DOUBLE_PRECISION, k - 1, 11, MPI_COMM_WORLD, sends(k))
    end do
    do i = 1, size
      call MPI_Waitany(size, requests, which, MPI_STATUS_IGNORE)
      total = total + which*sum(got(:,which)**2)*x(1)
    end do
    call MPI_Waitall(size, sends, MPI_STATUSES_IGNORE)
  end subroutine first

  ! Several at once.
  subroutine several(size, x, total)
    integer, intent(in) :: size
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: total
    real(8) :: got(3,most), sent(3,most)
    type(MPI_Request) :: requests(most), sends(most)
    type(MPI_Status) :: statuses(most)
    integer :: indices(most), k, which, done
    total = 0.0d0
    do k = 1, size
      call MPI_Irecv(got(:,k), 3, MPI_DOUBLE_PRECISION, k - 1, 12, MPI_COMM_WORLD, requests(k))
    end do
    do k = 1, size
      sent(:,k) = x(k:k+2)*x(k+3)
      call MPI_Isend(sent(:,k), 3, MPI_DOUBLE_PRECISION, k - 1, 12, MPI_COMM_WORLD, sends(k))
    end do
    do
      call MPI_Waitsome(size, requests, done, indices, statuses)
      if (done == MPI_UNDEFINED) exit
      do k = 1, done
        which = indices(k)
        total = total + (statuses(k)%MPI_SOURCE + which)*product(got(:,which))
      end do
    end do
    call MPI_Waitall(size, sends, MPI_STATUSES_IGNORE)
  end subroutine several

  ! Asked until all are there.
  subroutine all_of_them(size, x, total)
    integer, intent(in) :: size
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: total
    real(8) :: got(3,most), sent(3,most)
    type(MPI_Request) :: requests(most), sends(most)
    integer :: k
    logical :: flag
    total = 0.0d0
    do k = 1, size
      call MPI_Irecv(got(:,k), 3, MPI_DOUBLE_PRECISION, k - 1, 13, MPI_COMM_WORLD, requests(k))
    end do
    do k = 1, size
      sent(:,k) = x(k:k+2)*x(k+3)
      call MPI_Isend(sent(:,k), 3, MPI_DOUBLE_PRECISION, k - 1, 13, MPI_COMM_WORLD, sends(k))
    end do
    flag = .false.
    do while (.not. flag)
      call MPI_Testall(size, requests, flag, MPI_STATUSES_IGNORE)
      ! Something else meanwhile.
      if (.not. flag) total = 0.5d0*(total + x(2))
    end do
    total = sum(got(:,1:size)**3)*x(2)
    call MPI_Waitall(size, sends, MPI_STATUSES_IGNORE)
  end subroutine all_of_them

  ! One or none, and several or none.
  subroutine some(size, x, total)
    integer, intent(in) :: size
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: total
    real(8) :: got(3,most), sent(3,most)
    type(MPI_Request) :: requests(most), sends(most)
    type(MPI_Status) :: status
    integer :: indices(most), i, k, which, done
    logical :: flag
    total = 0.0d0
    do k = 1, size
      call MPI_Irecv(got(:,k), 3, MPI_DOUBLE_PRECISION, k - 1, 14, MPI_COMM_WORLD, requests(k))
    end do
    do k = 1, size
      sent(:,k) = x(k:k+2)*x(k+3)
      call MPI_Isend(sent(:,k), 3, MPI_DOUBLE_PRECISION, k - 1, 14, MPI_COMM_WORLD, sends(k))
    end do
    i = 0
    do while (i < size)
      call MPI_Testany(size, requests, which, flag, status)
      if (flag .and. which /= MPI_UNDEFINED) then
        total = total + (status%MPI_SOURCE + 1)*sum(got(:,which))**2
        i = i + 1
      end if
      call MPI_Testsome(size, requests, done, indices, MPI_STATUSES_IGNORE)
      if (done /= MPI_UNDEFINED) then
        do k = 1, done
          total = total + indices(k)*sum(got(:,indices(k)))**2
        end do
        i = i + done
      end if
    end do
    call MPI_Waitall(size, sends, MPI_STATUSES_IGNORE)
  end subroutine some

  ! Around a ring.
  subroutine ring(rank, size, far, near)
    integer, intent(in) :: rank, size
    real(8), intent(in) :: far
    real(8), intent(out) :: near
    type(MPI_Request) :: request
    type(MPI_Status) :: status
    integer :: ierr
    logical :: flag
    call MPI_Irecv(near, 1, MPI_DOUBLE_PRECISION, modulo(rank - 1, size), 15, MPI_COMM_WORLD, request, ierr)
    call MPI_Send(far, 1, MPI_DOUBLE_PRECISION, modulo(rank + 1, size), 15, MPI_COMM_WORLD, ierr)
    flag = .false.
    do while (.not. flag)
      call MPI_Test(request, flag, status, ierr)
    end do
    near = near*(2 + status%MPI_SOURCE)
  end subroutine ring
end module asked

subroutine f(n, x, m, y)
  use mpi_f08
  use asked
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(m)
  real(8) :: total(5), far
  integer :: i, rank, size
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  call first(size, x, total(1))
  call several(size, x, total(2))
  call all_of_them(size, x, total(3))
  call some(size, x, total(4))
  far = x(3)*x(4)
  call ring(rank, size, far, total(5))
  do i = 1, m
    y(i) = total(1 + modulo(i, 5))*x(i) + total(5)**2
  end do
end subroutine f
