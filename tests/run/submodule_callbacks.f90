! A procedure of a submodule that is handed a procedure.
! head: top(x)\(y)
! inputs: x = 0.5 .. 1.5
module solvers
  implicit none
  interface
    module subroutine solve(callback, x, y)
      interface
        subroutine callback(u, v)
          real(8), intent(in) :: u
          real(8), intent(out) :: v
        end subroutine
      end interface
      real(8), intent(in) :: x
      real(8), intent(out) :: y
    end subroutine
  end interface
contains
  subroutine law(u, v)
    real(8), intent(in) :: u
    real(8), intent(out) :: v
    v = u**3
  end subroutine
  subroutine top(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    call solve(law, x, y)
    y = y*x
  end subroutine
end module
submodule (solvers) impl
contains
  module procedure solve
    real(8) :: t
    call callback(x, t)
    call callback(t, y)
    y = y + t
  end procedure
end submodule
