C     One storage handed over twice and written, as FFTPACK and ODEPACK do: with one shape, as a vector and a matrix, from an
C     element of a work array on, by a function, and where nothing is active.
C     head: top(x)\(y)
C     inputs: x = 0.2 .. 0.9
C     options: -nocheckpoint stage
      SUBROUTINE TOP(X, Y)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      DIMENSION X(3), Y(3), W(60), T(6)
      EXTERNAL RATE
      N = 3
      LYH = 4
      DO 10 I = 1, 6
   10 T(I) = I
      CALL ROUND(N, T, T, 2.D0)
      CALL ROUND(N, W, W, X(1))
      DO 20 I = 1, N
   20 W(LYH + I - 1) = X(I)*T(I)
      DO 30 K = 1, 2
   30 CALL STAGE(RATE, N, W(LYH), N, W(LYH), W(LYH + 2*N))
      Y(1) = W(1)*W(LYH)
      Y(2) = TWICE(N, W(LYH), W(LYH)) + W(2)
      Y(3) = W(LYH + 2)*W(3)
      END
      SUBROUTINE ROUND(N, A, B, S)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      DIMENSION A(*), B(N)
      DO 10 I = 1, N
   10 A(I) = S*I + S**2
      DO 20 I = 2, N
   20 B(I) = B(I)*A(I - 1)
      END
      SUBROUTINE STAGE(F, N, YH, NYH, YH1, SAVF)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      DIMENSION YH(NYH, *), YH1(*), SAVF(N)
      CALL F(N, YH, SAVF)
      DO 10 I = 1, N
   10 YH1(I + NYH) = 0.1D0*SAVF(I)
      DO 20 I = 1, N
   20 YH(I, 1) = YH(I, 1) + YH(I, 2)*YH1(I)
      END
      SUBROUTINE RATE(N, Y, YDOT)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      DIMENSION Y(*), YDOT(*)
      DO 10 I = 1, N
   10 YDOT(I) = -Y(I)*Y(MOD(I, N) + 1)
      END
      DOUBLE PRECISION FUNCTION TWICE(N, A, B)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      DIMENSION A(N), B(N)
      A(1) = A(1)*A(2)
      TWICE = B(1) + B(N)**2
      END
