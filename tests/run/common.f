C head: common1(x)\(y)
C A block seen by two units, one member of it passive, one only local in effect.
      SUBROUTINE COMMON1(X, Y)
      IMPLICIT NONE
      DOUBLE PRECISION X, Y, A, B(3)
      INTEGER K
      COMMON /BLK/ A, B, K
      INTEGER I
      K = 2
      A = X*X
      DO 10 I = 1, 3
   10 B(I) = X*I
      CALL WORK
      Y = A + B(2)*B(3)
      END

      SUBROUTINE WORK
      IMPLICIT NONE
      DOUBLE PRECISION P, Q(3)
      INTEGER L, J
      COMMON /BLK/ P, Q, L
      DO 20 J = 1, L
        P = P*Q(J)
   20 Q(J+1) = SIN(P) + Q(J)
      END
