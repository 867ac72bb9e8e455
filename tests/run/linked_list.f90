! A linked list that is built, walked and released; its nodes have an integer too.
! head: walk(x)\(s)
! inputs: n = 4
module lists
  implicit none
  type node
    integer :: k
    real(8) :: v
    type(node), pointer :: next => null()
  end type
contains
  subroutine walk(n, x, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: s
    type(node), pointer :: head, tail, p, q
    integer :: i
    nullify(head, tail)
    do i = 1, n
      allocate(p)
      p%k = i
      p%v = x(i)*x(1)
      if (.not. associated(head)) then
        head => p
      else
        tail%next => p
      end if
      tail => p
    end do
    s = 0.0d0
    p => head
    do while (associated(p))
      p%v = p%v**2 + p%k
      s = s*0.5d0 + sin(p%v)*p%k
      p => p%next
    end do
    p => head
    do
      if (.not. associated(p%next)) exit
      s = s + p%v*p%next%v
      q => p%next
      deallocate(p)
      p => q
    end do
    deallocate(p)
  end subroutine
end module
