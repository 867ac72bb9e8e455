C A procedure with alternate returns that calls a procedure it is given.
C head: march(y)/(y0 rate)
C inputs: n = 3
      SUBROUTINE MARCH(N, Y0, RATE, Y)
      INTEGER N, I, K
      DOUBLE PRECISION Y0(N), RATE(2), Y(N), R(2)
      COMMON /RATES/ R
      EXTERNAL DECAY, GROWTH
      R(1) = RATE(1)
      R(2) = RATE(2)
      DO 10 I = 1, N
   10 Y(I) = Y0(I)
      DO 40 K = 1, 3
      CALL STEP(*20, DECAY, N, Y, 0.1D0, *30)
      CALL STEP(*30, GROWTH, N, Y, 0.2D0*R(1), *20)
      GO TO 40
   20 Y(1) = Y(1)*R(2)
      GO TO 40
   30 Y(N) = SIN(Y(N))
   40 CONTINUE
      END
      SUBROUTINE STEP(*, F, N, Y, H, *)
      INTEGER N, I
      DOUBLE PRECISION Y(N), H, DY(20), BIG
      EXTERNAL F
      CALL F(N, Y, DY)
      BIG = 0.D0
      DO 10 I = 1, N
      BIG = BIG + DY(I)**2
   10 Y(I) = Y(I) + H*DY(I)
      IF (BIG .GT. 1.0D1) RETURN 1
      IF (BIG .LT. 1.0D-2) RETURN 2
      END
      SUBROUTINE DECAY(N, Y, DY)
      INTEGER N, I
      DOUBLE PRECISION Y(N), DY(N), R(2)
      COMMON /RATES/ R
      DO 10 I = 1, N
   10 DY(I) = -R(1)*Y(I)**I
      END
      SUBROUTINE GROWTH(N, Y, DY)
      INTEGER N, I
      DOUBLE PRECISION Y(N), DY(N), R(2)
      COMMON /RATES/ R
      DY(1) = R(2)
      DO 10 I = 2, N
   10 DY(I) = R(2)*Y(I-1)
      END
