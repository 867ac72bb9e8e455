! A procedure pointer of a module, which the procedure leads somewhere the first time: check makes up no value for it.
! head: cost(j)/(x)
module procedure_pointers_kept
  implicit none
  abstract interface
    pure function fn(x) result(y)
      real(8), intent(in) :: x
      real(8) :: y
    end function
  end interface
  procedure(fn), pointer, save :: et => null()
contains
  pure function lin(x) result(y)
    real(8), intent(in) :: x
    real(8) :: y
    y = 2*x
  end function
  subroutine cost(x, j)
    real(8), intent(in) :: x
    real(8), intent(out) :: j
    if (.not. associated(et)) et => lin
    j = et(x)**2
  end subroutine
end module
