! A region that is run again, over dummy pointers that are taken to be distinct.
! head: m%go(y)/(a b)
! inputs: n = 6
! inputs: a(6) = 0.5 .. 1.5
! inputs: b(6) = 0.5 .. 1.5
module m
  implicit none
contains
  subroutine go(a, b, n, y)
    integer, intent(in) :: n
    real(8), pointer, intent(in) :: a(:), b(:)
    real(8), intent(out) :: y
    integer :: t, i
    do t = 1, 3
      !$AD CHECKPOINT-START
      do i = 2, n
        a(i) = a(i) + b(i)*a(i-1)
        b(i) = b(i)*cos(a(i))
      end do
      !$AD CHECKPOINT-END
      b = b + sin(a)*b
    end do
    y = sum(a) + sum(b*b)
  end subroutine
end module
