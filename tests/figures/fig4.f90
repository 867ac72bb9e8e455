! figure 4 of RR-7957, head: "t1(a w)/(a w)"
! Names of differentiated symbols. `w` is in both lists because a member of a COMMON that is active only inside the
! procedure has a local derivative.
module fig4_types
  implicit none
  type obj1
    integer :: tag
    real :: x
  end type obj1
end module fig4_types

SUBROUTINE T1(a)
  USE fig4_types
  IMPLICIT NONE
  REAL a(10),w
  INTEGER jj
  TYPE(OBJ1) b(5)
  COMMON /param/ jj,w
  INTEGER i
  DO i=1,5
    b(i)%tag = jj
    b(i)%x = a(i)*w
  END DO
  DO i=1,5
    a(i+5) = SIN(b(i)%x)
  END DO
  w = w*a(1)
END SUBROUTINE T1
