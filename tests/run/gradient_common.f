C Value and gradient in one call (-gradient), in fixed form: COMMON as independents, an array of assumed size of which the head says the
C extent, a function, and the dependent in COMMON.
C options: -gradient
C head: MISFIT(F)/(X[N], A, B)
C inputs: N = 4
C inputs: X(4) = 0.5 .. 1.5
C inputs: Y(4) = 0.5 .. 1.5
C inputs: A = 0.5 .. 1.5
C inputs: B(3) = 0.5 .. 1.5
C head: ENERGY(ENERGY)/(P, A)
C inputs: P(2,3) = 0.5 .. 1.5
C inputs: A = 0.5 .. 1.5
C head: INTO(TOTAL)/(X)
C inputs: X(3) = 0.5 .. 1.5
C head: SCALED(T[N + 1])/(T)
C inputs: N = 2
C inputs: T(2,3) = 0.5 .. 1.5
C options: -value
C head: TABLE(F)/(T[N + 1])
C inputs: N = 2
C inputs: T(2,3) = 0.5 .. 1.5
      SUBROUTINE MISFIT(N, X, Y, F)
      INTEGER N, I
      DOUBLE PRECISION X(*), Y(N), F, A, B
      COMMON /PAR/ A, B(3)
      F = 0.D0
      DO 10 I = 1, N
        F = F*0.5D0 + (X(I)*A - Y(I))**2*B(2)
   10 CONTINUE
      F = F*F
      END

      DOUBLE PRECISION FUNCTION ENERGY(P)
      DOUBLE PRECISION P(2,3), A, B, W(6)
      COMMON /PAR/ A, B(3)
      INTEGER I, J
      ENERGY = 0.D0
      DO 30 J = 1, 3
        DO 20 I = 1, 2
          W(I + 2*(J - 1)) = P(I,J)*A
          ENERGY = ENERGY*P(I,J) + W(I)
   20   CONTINUE
   30 CONTINUE
      END

      SUBROUTINE INTO(X)
      DOUBLE PRECISION X(3), TOTAL
      COMMON /SUMS/ TOTAL
      INTEGER I
      TOTAL = 1.D0
      DO 40 I = 1, 3
        TOTAL = TOTAL*X(I) + DSIN(TOTAL)
   40 CONTINUE
      END

      SUBROUTINE TABLE(N, T, F)
      INTEGER N, I, J
      DOUBLE PRECISION T(2,*), F
      F = 1.D0
      DO 60 J = 1, N + 1
        DO 50 I = 1, 2
          F = F*T(I,J) + T(I,J)
   50   CONTINUE
   60 CONTINUE
      END

      SUBROUTINE SCALED(N, T)
      INTEGER N, I, J
      DOUBLE PRECISION T(2,0:*)
      DO 80 J = 0, N
        DO 70 I = 1, 2
          T(I,J) = T(I,J)*T(I,J)*T(1,0)
   70   CONTINUE
   80 CONTINUE
      END
