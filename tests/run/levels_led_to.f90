! Structures that pointers lead to, in which a part is released: that is not where the pointers lead.
! head: cost(c)/(f)
! inputs: n = 4
! inputs: f(4) = 0.5 .. 1.5
module mg
  implicit none
  type level
    real(8), pointer :: u(:) => null()
    real(8), allocatable :: v(:)
    type(level), pointer :: coarse => null()
  end type
end module
subroutine cost(n, f, c)
  use mg
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: f(n)
  real(8), intent(out) :: c
  type(level), target :: lv(2)
  integer :: l
  do l = 2, 1, -1
    allocate (lv(l)%u(n), lv(l)%v(l))
    if (l < 2) lv(l)%coarse => lv(l + 1)
    lv(l)%v = f(l)**l
  end do
  lv(1)%u = f
  lv(1)%coarse%u = lv(1)%u**2
  c = sum(lv(2)%u)*sum(lv(1)%coarse%v)
  do l = 1, 2
    deallocate (lv(l)%u, lv(l)%v)
  end do
end subroutine
