! FORALL over components of structures, and of arrays of structures.
! inputs: x(4) = 0.5 .. 1.5
! head: inside(x)\(y)
! head: across(x)\(y)
module forall_components
  implicit none
  type :: part
    real(8) :: a, b(4)
  end type part
  type :: whole
    real(8) :: b(4)
    type(part) :: q
  end type whole
contains
  subroutine inside(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    type(whole) :: c
    integer :: i
    c%b = x
    c%q%b = 0.d0
    c%q%a = x(2)
    forall (i = 1:4) c%q%b(i) = tanh(x(i))
    forall (i = 1:4, x(i) > 0.8d0) c%q%b(i) = c%q%b(i)*c%b(i)
    forall (i = 2:4) c%b(i) = c%q%b(i - 1)*c%q%a
    forall (i = 2:4) c%b(i) = c%b(i - 1)*c%q%b(i)
    y = sum(c%b)
    forall (i = 1:2) c%q%b(i) = 0.5d0
    y = y*sum(c%q%b)
  end subroutine inside

  subroutine across(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    type(part) :: p(4)
    integer :: i, j
    forall (i = 1:4) p(i)%a = x(i)**2
    forall (i = 1:4, j = 1:4) p(i)%b(j) = x(i)*p(j)%a
    forall (i = 1:3) p(i)%a = p(i + 1)%a*p(i)%b(2)
    y = 0.d0
    do i = 1, 4
      y = y + p(i)%a*sum(p(i)%b)
    end do
  end subroutine across
end module forall_components
