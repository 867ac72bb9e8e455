! Regions that begin with ASSOCIATE or BLOCK, end in front of its end, and lie inside.
! inputs: x(4) = 0.5 .. 1.5
! head: before(x)\(y)
! head: inside(x)\(y)
module ckp_associate
  implicit none
contains
  subroutine before(x, y)
    real(8), intent(inout) :: x(4)
    real(8), intent(out) :: y
    integer :: k
    k = 1
    !$AD CHECKPOINT-START
    associate (a => x(2))
      a = a*x(1)
      x(3) = sin(a)*a
    end associate
    k = 2
    !$AD CHECKPOINT-END
    !$AD CHECKPOINT-START
    block
      real(8) :: u
      u = x(1)*x(4)
      x(4) = u*u*x(3)
    end block
    !$AD CHECKPOINT-END
    y = sum(x**2)*k
  end subroutine before

  subroutine inside(x, y)
    real(8), intent(inout) :: x(4)
    real(8), intent(out) :: y
    associate (a => x(2), b => x(3:4))
      !$AD CHECKPOINT-START
      associate (c => x(1))
        b = b*c + a
        c = exp(-c*c)
      end associate
      a = a*b(1)
      !$AD CHECKPOINT-END
    end associate
    y = product(x)
  end subroutine inside
end module ckp_associate
