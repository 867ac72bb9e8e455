C head: equiv(x)\(y)
      SUBROUTINE EQUIV(X, Y)
      IMPLICIT NONE
      DOUBLE PRECISION X, Y, A(4), B(4), C
      EQUIVALENCE (A(2), B(1)), (C, A(4))
      INTEGER I
      DO 10 I = 1, 4
   10 A(I) = X*I
      B(1) = B(1)*A(3)
      C = C*B(2)
      B(4) = 0.0D0
      Y = A(2) + A(4)*B(3)
      END
