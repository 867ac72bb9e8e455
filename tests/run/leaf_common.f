C     A function of a dummy and of members of COMMON, which its callers
C     name in other ways, or do not name at all.
C head: leafco(x c)\(f)
C inputs: n = 4
C inputs: x = 0.2 .. 1.4
C inputs: c = 0.8
      SUBROUTINE LEAFCO(N, X, C, F)
      INTEGER N, I
      DOUBLE PRECISION X(N), C, F, P, Q, FIRST, SECOND
      COMMON /MAT/ FIRST, SECOND
      DOUBLE PRECISION COND
      EXTERNAL COND
      FIRST = C
      SECOND = C*C + 0.1D0
      F = 0.0D0
      DO 10 I = 1, N
        P = COND(X(I))
        Q = COND(P*X(I))
        F = F + P*Q/(P + Q)
   10 CONTINUE
      CALL UNSEEN(N, X, F)
      END
      SUBROUTINE UNSEEN(N, X, F)
      INTEGER N, I
      DOUBLE PRECISION X(N), F, P
      DOUBLE PRECISION COND
      EXTERNAL COND
      DO 20 I = 1, N
        P = COND(X(I)**2)
        F = F + P*P*X(I)
   20 CONTINUE
      END
      DOUBLE PRECISION FUNCTION COND(T)
      DOUBLE PRECISION T, C0, C1
      COMMON /MAT/ C0, C1
      IF (T - 0.4D0) 10, 10, 20
   10 COND = C0*T
      RETURN
   20 COND = C0*EXP(C1*LOG(1.0D0 + T))
      END
