! A region that is run again over what pointers lead to: its snapshots are taken by the names of the pointers, where these lead somewhere.
! head: run(y)/(x)
! inputs: n = 6
! inputs: x(6) = 0.5 .. 1.5
! head: run(y)/(x)
! options: -pointers mayalias
module waves
  implicit none
  real(8), pointer :: a(:) => null(), b(:) => null(), c(:) => null(), s => null()
contains
  subroutine turn(n)
    integer, intent(in) :: n
    integer :: i
    do i = 2, n
      a(i) = a(i) + b(i)*a(i - 1)
      b(i) = b(i)*cos(a(i))
      if (associated(c)) c(i) = c(i)*a(i)
      if (associated(s)) s = s*a(i) + b(i)
    end do
  end subroutine turn
  subroutine march(n)
    integer, intent(in) :: n
    integer :: t
    do t = 1, 3
      !$AD CHECKPOINT-START
      call turn(n)
      !$AD CHECKPOINT-END
      b = b + sin(a)*b
      if (associated(s)) a = a*s
    end do
  end subroutine march
end module waves
subroutine run(x, n, y)
  use waves
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  nullify (c)
  if (n > 100) allocate (c(n))
  if (n > 100) c = x
  allocate (a(n), b(n), s)
  a = x
  b = 0.5d0*x
  s = x(1)
  call march(n)
  y = sum(a) + sum(b*b) + s
  deallocate (a, b, s)
end subroutine run
