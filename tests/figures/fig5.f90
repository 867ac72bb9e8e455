! figure 5 of RR-7957, head: "fig5%test(test)/(a b u)"
! Differentiated data types: only the components that ever have a derivative are kept.
MODULE FIG5
  IMPLICIT NONE
  TYPE VECTOR
    CHARACTER(64) :: name
    REAL :: x,y,z
  END TYPE VECTOR
  TYPE (VECTOR) u,v,w
CONTAINS
  FUNCTION TEST(a,b)
    REAL TEST
    TYPE (VECTOR) a,b
    TEST = a%x*b%x + u%z
  END FUNCTION TEST
END MODULE FIG5
