! A tree that a recursive procedure makes, and another one reads.
! head: f(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
module m
  implicit none
  type tree
    real(8) :: v = 0
    type(tree), pointer :: l => null(), r => null()
  end type
contains
  recursive subroutine insert(t, v)
    type(tree), pointer, intent(inout) :: t
    real(8), intent(in) :: v
    if (.not. associated(t)) then
      allocate(t)
      t%v = v
    else if (v < t%v) then
      call insert(t%l, v)
    else
      call insert(t%r, v)
    end if
  end subroutine
  recursive function depthsum(t, d) result(s)
    type(tree), pointer, intent(in) :: t
    integer, intent(in) :: d
    real(8) :: s
    s = 0
    if (associated(t)) s = d*t%v**2 + depthsum(t%l, d+1) + depthsum(t%r, d+1)
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    type(tree), pointer :: root
    integer :: i
    root => null()
    do i = 1, 4
      call insert(root, x(i)*i)
    end do
    y = depthsum(root, 1) + x(1)
  end subroutine
end module
