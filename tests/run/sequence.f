C Statement functions, arithmetic IF, an element that starts a sequence, implicit types, DATA.
C head: RESID(F)/(X P)
C inputs: N = 4
      SUBROUTINE RESID(N, X, P, F)
      IMPLICIT REAL*8 (A-H, O-Z)
      DIMENSION X(N), P(2), F(N)
      DIMENSION WRK(10, 10)
      SAVE CNT
      DATA CNT /0.5D0/
      SQ(T) = T*T + P(1)
      DO 20 J = 1, N
        DO 10 I = 1, N
          WRK(I, J) = SQ(X(I))*DCOS(X(J))
   10   CONTINUE
   20 CONTINUE
      CALL SUMUP(WRK(1, 2), N, S)
      DO 30 I = 1, N
        IF (X(I) - 1.D0) 21, 22, 23
   21   F(I) = S*X(I)
        GO TO 30
   22   F(I) = S
        GO TO 30
   23   F(I) = WRK(I, I)**2 + DMAX1(S, P(2)) + CNT*X(I)
   30 CONTINUE
      END
      SUBROUTINE SUMUP(A, N, S)
      IMPLICIT REAL*8 (A-H, O-Z)
      DIMENSION A(*)
      S = 0.D0
      DO 10 I = 1, N
   10 S = S + A(I)
      S = S/DSQRT(DBLE(N))
      END
