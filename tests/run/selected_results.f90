! Results of functions that go where a vector subscript selects.
! inputs: x(4) = 0.5 .. 1.5
! inputs: z(4) = 0.5 .. 1.5
! head: elementwise(x, z)\(y)
! head: whole(x, z)\(y)
module selected_results
  implicit none
contains
  elemental function mix(a, b) result(r)
    real(8), intent(in) :: a, b
    real(8) :: r
    r = a*sin(b) + 0.5d0*a
  end function mix
  function turned(a) result(r)
    real(8), intent(in) :: a(4)
    real(8) :: r(4)
    r = a(4:1:-1)*a(1)
  end function turned
  subroutine elementwise(x, z, y)
    real(8), intent(in) :: x(4), z(4)
    real(8), intent(out) :: y(4)
    integer :: at(4), i
    do i = 1, 4
      at(i) = mod(3*i + 1, 4) + 1
    end do
    y(at) = mix(x, z)
    y(at(2:3)) = mix(y(1:2), z(3:4))
  end subroutine elementwise
  subroutine whole(x, z, y)
    real(8), intent(in) :: x(4), z(4)
    real(8), intent(out) :: y(4)
    integer :: at(4)
    at = [2, 4, 1, 3]
    y(at) = turned(x)
    y(at([1, 2])) = y(at([1, 2])) + mix(x(at([3, 4])), z(1:2))
  end subroutine whole
end module selected_results
