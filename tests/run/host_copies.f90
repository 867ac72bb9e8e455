! head: main(c1 sr)\(g1 sr)
! inputs: sr = 0.1 .. 0.4
! An internal procedure that copies a whole structure of its host clears nothing of it.
module m
  implicit none
  type t1
    real(8) :: b(4)
  end type t1
  type t0
    real(8) :: b(4)
    type(t1) :: q
  end type t0
end module m
subroutine main(c1, sr, g1)
  use m
  implicit none
  type(t0), intent(in) :: c1
  real(8), intent(inout) :: sr
  real(8), intent(out) :: g1(4)
  call h0(0.5d0)
  g1 = sin(c1%b)*c1%q%b(1)
contains
  subroutine h0(h1)
    implicit none
    real(8), intent(in) :: h1
    type(t0) :: p5
    if (h1 > sr) then
      sr = c1%b(2)
    else
      p5%q = c1%q
    end if
  end subroutine h0
end subroutine main
