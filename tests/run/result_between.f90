! A result that nobody asks for carries a value from one call to another.
! head: main(m4)\(s1)
! inputs: s1 = -1 .. 1
! inputs: m4 = 0.5 .. 1.5
module m
  implicit none
  real(8) :: ga, gb
contains
  subroutine p1(s0)
    real(8) :: s0
    gb = ga*2
    ga = s0
  end subroutine p1
  function main(s1, m4) result(res)
    real(8), intent(inout) :: s1
    real(8), intent(in) :: m4
    real(8) :: res
    real(8) :: t0_7
    res = m4*m4
    t0_7 = 0.5d0
    call p1(res)
    call p1(t0_7)
    s1 = gb
  end function main
end module m
