! Dummies declared X(1) that are as long as the arrays of their callers: what one of them says of X is said of all of it.
! head: av(y)/(x y)
! n = 4
! flags: -fcheck=no-bounds -Wno-array-bounds
      SUBROUTINE AV(N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(1), Y(1), S(100)
      COMMON /WK/ S
      DO 10 I = 1, N
   10 S(I) = X(I)**2
      CALL SCALE(N, Y)
      DO 20 I = 1, N
   20 Y(I) = Y(I)*S(I) + S(N+1-I)
      END
      SUBROUTINE SCALE(N, Y)
      INTEGER N, I
      DOUBLE PRECISION Y(1)
      DO 10 I = 2, N
   10 Y(I) = Y(I)*Y(I-1)
      END
! driver:
      PROGRAM MAIN
      DOUBLE PRECISION X(4), Y(4), XB(4), YB(4), G(4), A(4), B(4), E
      INTEGER I, J
      E = 1.D-6
      DO 30 I = 1, 4
        DO 10 J = 1, 4
          A(J) = 0.3D0 + 0.2D0*J
          X(J) = A(J)
          B(J) = 1.1D0 - 0.1D0*J
          Y(J) = B(J)
   10   CONTINUE
        A(I) = A(I) + E
        X(I) = X(I) - E
        CALL AV(4, A, B)
        CALL AV(4, X, Y)
        G(I) = (SUM(B) - SUM(Y))/(2*E)
   30 CONTINUE
      DO 40 J = 1, 4
        X(J) = 0.3D0 + 0.2D0*J
        Y(J) = 1.1D0 - 0.1D0*J
        XB(J) = 0
        YB(J) = 1
   40 CONTINUE
      CALL AV_B(4, X, XB, Y, YB)
      IF (MAXVAL(ABS(XB - G)) .LT. 1.D-8) PRINT '(A)', 'ok'
      END
