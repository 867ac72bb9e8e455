! figures 4 and 9 of Strout and Hovland, corrected, head: "strout9(f)/(x)"
! What may be fused: nothing but a sum is carried.
SUBROUTINE STROUT9(n, x, f)
  IMPLICIT NONE
  INTEGER :: n, i
  REAL :: x(n), f, a, t
  f = 0.0
  DO i=1,n
    a = x(i)*x(i)
    t = SIN(a)
    f = f + t
  ENDDO
END SUBROUTINE STROUT9
