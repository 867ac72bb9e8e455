C     Work arrays cut into pieces by the calls: of each call only its piece is kept. Elements that need not exist are not named.
C head: basin(of)/(rain,par)
C inputs: nr = 4
C inputs: nt = 5
C inputs: nxt = 2,3,4,5
C inputs: rain = 0.5 .. 2.0
C inputs: par(12) = 0.2 .. 0.4
C head: tables(y)/(x)
C inputs: n = 3
C inputs: m = 2
C inputs: x(6) = 0.5 .. 1.5
C head: edges(y)/(x)
C inputs: n = 5
C inputs: x(5) = 0.5 .. 1.5
      SUBROUTINE BASIN(NR, NT, NXT, RAIN, PAR, OF)
      INTEGER NR, NT, NXT(NR)
      DOUBLE PRECISION RAIN(NT), PAR(NR,3), OF
      DOUBLE PRECISION W
      COMMON /WORK/ W(200)
      INTEGER IQIN, IQOUT, IST, I, IT
      IQIN = 1
      IQOUT = IQIN + NR
      IST = IQOUT + NR
      DO I = 1, 3*NR
        W(I) = 0.1D0*I
      END DO
      OF = 0.D0
      DO IT = 1, NT
        CALL CLEAR(W(IQIN), NR)
        DO I = 1, NR
          CALL RUNOFF(RAIN(IT), PAR(I,1), PAR(I,2), W(IST+I-1),
     +                W(IQIN+I-1))
          W(IQOUT+I-1) = PAR(I,3)*W(IQIN+I-1)
     +                   + (1.D0 - PAR(I,3))*W(IQOUT+I-1)
          IF (NXT(I) .GT. I .AND. NXT(I) .LE. NR) THEN
            W(IQIN+NXT(I)-1) = W(IQIN+NXT(I)-1) + W(IQOUT+I-1)
          END IF
        END DO
        CALL SMOOTH(NR, W(IQOUT), W(IST))
        OF = OF + LOG(W(IQOUT+NR-1) + 1.D-3)**2
      END DO
      END

      SUBROUTINE CLEAR(A, N)
      INTEGER N, I
      DOUBLE PRECISION A(*)
      DO I = 1, N
        A(I) = 0.D0
      END DO
      END

      SUBROUTINE RUNOFF(P, CAP, RK, S, Q)
      DOUBLE PRECISION P, CAP, RK, S, Q, EX
      S = S + P
      EX = MAX(0.D0, S - CAP)
      S = S - EX - RK*S
      Q = Q + EX + RK*S/(1.D0 - RK)
      END

C     Its first array is set in a way that tells nothing; its extent does.
      SUBROUTINE SMOOTH(N, Q, S)
      INTEGER N, I
      DOUBLE PRECISION Q(N), S(N)
      I = N
      DO WHILE (I .GT. 1)
        Q(I) = Q(I)*(1.D0 + 0.1D0*SIN(Q(I-1)*S(I)))
        I = I - 1
      END DO
      END

C     Tables of two dimensions in a long array, and a table numbered from 0.
      SUBROUTINE TABLES(N, M, X, Y)
      INTEGER N, M, I, L(3)
      DOUBLE PRECISION X(N*M), Y, W(100)
      L(1) = 1
      L(2) = L(1) + N*M
      L(3) = L(2) + N + 1
      DO I = 1, N*M
        W(I) = X(I)
      END DO
      DO I = L(2), L(3) + N
        W(I) = 0.3D0
      END DO
      Y = 0.D0
      DO I = 1, 3
        CALL SCALE(W(L(1)), N, M, W(L(3)))
        CALL SHIFT(W(L(2)), N, W(L(1)))
        Y = Y + W(L(3))*W(L(2)+N) + W(L(1)+1)
      END DO
      END

      SUBROUTINE SCALE(A, N, M, S)
      INTEGER N, M, I, J
      DOUBLE PRECISION A(N,M), S(*)
      DO J = 1, M
        DO I = 1, N
          A(I,J) = A(I,J)*(1.D0 + 0.1D0*A(I,1))
          S(I) = S(I) + A(I,J)**2
        END DO
      END DO
      END

      SUBROUTINE SHIFT(B, N, A)
      INTEGER N, I
      DOUBLE PRECISION B(0:*), A(N)
      DO I = N, 0, -1
        B(I) = B(I)*A(1) + A(MIN(I,N-1)+1)
      END DO
      END

C     The element that PUT sets need not be there.
      SUBROUTINE EDGES(N, X, Y)
      INTEGER N, K
      DOUBLE PRECISION X(N), Y, A(N)
      DO K = 1, N
        A(K) = X(K)
      END DO
      DO K = -1, N + 1
        CALL PUT(A, N, K, X(1))
        CALL ADD(A, K, MIN(K, 2), X)
        A(2) = A(2)*A(3)
      END DO
      Y = 0.D0
      DO K = 1, N
        Y = Y + A(K)**2
      END DO
      END

      SUBROUTINE PUT(A, N, I, V)
      INTEGER N, I
      DOUBLE PRECISION A(N), V
      IF (I .GE. 1 .AND. I .LE. N) A(I) = V*A(I)
      END

      SUBROUTINE ADD(A, I, M, X)
      INTEGER I, M, J
      DOUBLE PRECISION A(*), X(*)
      DO J = 1, M
        A(MIN(I,5)) = A(MIN(I,5)) + X(J)*A(1)
      END DO
      DO J = 1, M
        A(MAX(1,MIN(I-M+1,5))) = A(1)*X(J)
      END DO
      END
