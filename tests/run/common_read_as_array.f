C What a loop over a COMMON block reads beside what is active in it is cleared where a head begins.
C head: HEAD(Y)/(X)
C inputs: X(3) = 0.5 .. 1.5
C head: OTHER(Y)/(X)
C inputs: X(3) = 0.5 .. 1.5
      SUBROUTINE SUMS(Y)
      DOUBLE PRECISION Y, D
      INTEGER I
      COMMON /BLK/ D(4)
      DO 10 I = 1, 3
   10 Y = Y + D(I)*D(I + 1)
      END
      SUBROUTINE HEAD(X, Y)
      DOUBLE PRECISION X(3), Y, A, B, C
      COMMON /BLK/ A, B(2), C
      Y = X(1)
      A = 2.D0
      B(2) = X(2)*X(1)
      CALL SUMS(Y)
      END
      SUBROUTINE OTHER(X, Y)
      DOUBLE PRECISION X(3), Y, A, B, C
      COMMON /BLK/ A, B(2), C
      Y = X(1)
      A = X(3)
      C = X(2)
      CALL SUMS(Y)
      END
