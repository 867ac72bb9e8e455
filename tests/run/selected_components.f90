! Components of structures that a vector subscript selects, some of them twice: their adjoints add up.
! inputs: p(4) = 0.5 .. 1.5
! head: gathered(p)\(y)
! head: reduced(p)\(s)
! head: inside(p)\(y)
module selected_components
  implicit none
  type part
    real(8) :: a, v(2)
  end type part
  type node
    type(part) :: q
  end type node
contains
  subroutine gathered(p, y)
    real(8), intent(in) :: p(4)
    real(8), intent(out) :: y(4)
    type(part) :: q(4)
    integer :: at(4)
    at = [1, 3, 1, 3]
    q%a = p*p
    y = q(at)%a*sin(q(at(4:1:-1))%a + sum(q([2, 2, 4])%a)/q(1)%a)
  end subroutine gathered
  subroutine reduced(p, s)
    real(8), intent(in) :: p(4)
    real(8), intent(out) :: s
    type(node) :: q(4)
    integer :: at(4), i
    at = [4, 4, 2, 4]
    do i = 1, 4
      q(i)%q%a = p(i)
      q(i)%q%v = [p(i)**2, sin(p(i))]
    end do
    s = dot_product(p, q(at)%q%a) + sum(q(at)%q%v(2)**2)
  end subroutine reduced
  subroutine inside(p, y)
    real(8), intent(in) :: p(4)
    real(8), intent(out) :: y(4)
    type(part) :: q
    q%v = p(3:4)
    y = p([1, 1, 2, 2])*q%v([2, 1, 2, 2])
    where (p > 0.9d0) y = y*q%v([2, 2, 2, 1])
  end subroutine inside
end module selected_components
