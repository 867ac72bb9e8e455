! What functions in tests, bounds and selectors change besides giving a value: adjoints bring it back.
! head: f(y)/(x)
! inputs: x = 0.5 .. 1.5
module m26
  implicit none
  integer :: pos
contains
  integer function take(k)
    integer, intent(inout) :: k
    k = mod(k, 5) + 1
    take = k
  end function
  logical function more(k)
    integer, intent(inout) :: k
    k = k + 1
    more = k < 4
  end function
  character function word()
    pos = mod(pos, 5) + 1
    word = 'abcde'(pos:pos)
  end function
  subroutine show(k)
    integer, intent(in) :: k
    if (k > 100) print *, k
  end subroutine
  subroutine f(x, y)
    real(8), intent(in) :: x(5)
    real(8), intent(out) :: y(2)
    integer :: i, j, l, n
    real(8) :: b
    b = 1
    j = 0
    pos = 1
    do while (more(j))
      b = b*x(j) + x(1)
    end do
    y(1) = b
    j = 1
    do i = 1, take(j)
      b = b*x(j)
      l = take(j) + 1
      b = b + x(j)**2*l
      select case (take(j))
      case (1, 3)
        b = b*x(j)
      case default
        b = sin(b) + x(j)
      end select
      call show(take(j))
      n = max(take(j), 2)*2
      b = b*x(j)
      if (word() == 'c') b = b*x(pos)
      if (b > 100) then
        b = 1
      else if (take(j) > 2) then
        b = b*x(j)
      else if (more(l)) then
        b = b*x(j)*l
      end if
      if (word() /= 'd' .and. l > 2) b = b + x(pos)
    end do
    y(2) = b*x(j)*n
  end subroutine
end module
