C     The adjoints of FORCE against differences.
      PROGRAM CHECK
      INCLUDE 'common.h'
      INTEGER N, I, K
      PARAMETER (N = 7)
      REAL Q(3,N), S(2,N), CL, CD, CLB, CDB, QB(3,N), SB(2,N)
      REAL H, UP, DOWN, OLD, WORST
      GAM = 1.4
      CHORD = 2.0
      DO 10 I = 1, N
         Q(1,I) = 1.0 + 0.1*SIN(1.0*I)
         Q(2,I) = 0.8 + 0.1*I
         Q(3,I) = 2.0 + 0.3*COS(2.0*I)
         S(1,I) = 0.1*SIN(3.0*I)
         S(2,I) = 0.2*COS(1.0*I)
         DO 5 K = 1, 3
            QB(K,I) = 0.0
    5    CONTINUE
         SB(1,I) = 0.0
         SB(2,I) = 0.0
   10 CONTINUE
      H = 1.0E-6
      WORST = 0.0
      CLB = 1.0
      CDB = 0.5
      CALL FORCE_BQ(N, Q, QB, S, CL, CLB, CD, CDB)
      CLB = 1.0
      CDB = 0.5
      CALL FORCE_BX(N, Q, S, SB, CL, CLB, CD, CDB)
      DO 20 I = 1, N
         DO 15 K = 1, 3
            OLD = Q(K,I)
            Q(K,I) = OLD + H
            CALL FORCE(N, Q, S, CL, CD)
            UP = CL + 0.5*CD
            Q(K,I) = OLD - H
            CALL FORCE(N, Q, S, CL, CD)
            DOWN = CL + 0.5*CD
            Q(K,I) = OLD
            WORST = MAX(WORST, ABS((UP - DOWN)/(2.0*H) - QB(K,I)))
   15    CONTINUE
         DO 18 K = 1, 2
            OLD = S(K,I)
            S(K,I) = OLD + H
            CALL FORCE(N, Q, S, CL, CD)
            UP = CL + 0.5*CD
            S(K,I) = OLD - H
            CALL FORCE(N, Q, S, CL, CD)
            DOWN = CL + 0.5*CD
            S(K,I) = OLD
            WORST = MAX(WORST, ABS((UP - DOWN)/(2.0*H) - SB(K,I)))
   18    CONTINUE
   20 CONTINUE
      PRINT *, 'wing: worst difference', WORST
      IF (WORST .GT. 1.0E-6) STOP 1
      END
