! figure 1 of Strout and Hovland, head: "strout1(f)/(x)"
! A sum of functions of partial sums. `a` is carried linearly, and yet the adjoint needs the reverse order.
SUBROUTINE STROUT1(n, x, f)
  IMPLICIT NONE
  INTEGER :: n, i
  REAL :: x(n), f, a, t
  a = 0.0
  f = 0.0
  DO i=1,n
    a = a + x(i)*x(i)
    t = SIN(a)
    f = f + t
  ENDDO
END SUBROUTINE STROUT1
