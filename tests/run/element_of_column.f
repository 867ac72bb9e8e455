C     head: COST(C)/(U0 A)
C     inputs: N = 5
C     inputs: M = 6
C     inputs: U0(5,6) = 0.5 .. 1.5
C     inputs: A = 0.2 .. 0.4
C     head: ROWS(C)/(U A)
C     inputs: N = 4
C     inputs: M = 5
C     inputs: U(4,5) = 0.5 .. 1.5
C     inputs: A = 0.2 .. 0.4
C     inputs: W(4,5) = 0.1 .. 0.2
C     head: LONG(C)/(U)
C     inputs: N = 3
C     inputs: U(3,6) = 0.5 .. 1.5
C     head: BLOCKS(C)/(U)
C     inputs: N = 3
C     inputs: U(3,8) = 0.5 .. 1.5
C     inputs: W(3,8) = 0.1 .. 0.2
C     head: SOMEOF(C)/(U)
C     inputs: N = 3
C     inputs: U(3,4) = 0.5 .. 1.5
C     A call that is given an element of an array, `CALL SWEEP(N, U(1,J))`: what it changes is a column, a row, a block, or runs on into the next
C     columns; only that is saved.
      SUBROUTINE COST(N, M, U0, A, C)
      INTEGER N, M, I, J
      REAL*8 U0(N,M), A, C, U(10,20), V(5,6)
      DO I = 1, N
        DO J = 1, M
          U(I,J) = U0(I,J)**2
          V(I,J) = U0(I,J)*A
        END DO
      END DO
      DO J = 2, M
        CALL SWEEP(N, U(1,J-1), U(1,J), A)
        CALL SWEEP(4, V(1,J), U(2,J), A)
        CALL SWEEPN(N, U(1,J-1), V(1,J), A)
      END DO
      C = 0.D0
      DO J = 1, M
        C = C + U(N,J)**2 + V(N,J)
      END DO
      END
      SUBROUTINE SWEEP(N, X, Y, A)
      INTEGER N, K
      REAL*8 X(*), Y(*), A
      DO K = 2, N
        Y(K) = Y(K)*A*X(K) + Y(K-1)
      END DO
      END
      SUBROUTINE SWEEPN(N, X, Y, A)
      INTEGER N, K
      REAL*8 X(N), Y(N), A
      DO K = 2, N
        IF (X(K) .GT. 0.5D0) Y(K) = Y(K)*A*X(K) + Y(K-1)**2
      END DO
      END

      SUBROUTINE ROWS(N, M, U, A, C, W)
      INTEGER N, M, I, J
      REAL*8 U(N,M), A, C, W(N,M)
      DO J = 1, M
        DO I = 1, N
          W(I,J) = U(I,J)*A
        END DO
      END DO
      DO I = 1, N
        CALL SOLVE(M, W(I,1), N, A)
        CALL BACK(M, W(I,1), N)
      END DO
      DO J = 1, M
        CALL SOLVE(N, W(1,J), 1, A)
        CALL BACK(N, W(1,J), 1)
      END DO
      C = 0.D0
      DO J = 1, M
        C = C + W(N,J)*W(1,J)
      END DO
      END
      SUBROUTINE SOLVE(N, X, INC, A)
      INTEGER N, INC, K
      REAL*8 X(INC,*), A
      DO K = N-1, 1, -1
        X(1,K) = X(1,K) - A*X(1,K+1)**2
      END DO
      END
      SUBROUTINE BACK(N, X, INC)
      INTEGER N, INC, K
      REAL*8 X(INC,*)
      K = N
   20 K = K - 1
      IF (K .LT. 1) RETURN
      X(1,K) = X(1,K)*X(1,K+1)
      GOTO 20
      END

C     Runs through several columns, from the middle of one.
      SUBROUTINE LONG(N, U, C)
      INTEGER N, I, J
      REAL*8 U(N,6), C, W(3,6)
      DO J = 1, 6
        DO I = 1, N
          W(I,J) = U(I,J)**2
        END DO
      END DO
      DO J = 1, 4
        CALL ALONG(2*N, W(2,J))
      END DO
      DO J = 2, 5
        CALL ALONG(5, W(2,J))
      END DO
      C = 0.D0
      DO J = 1, 6
        C = C + W(1,J)*W(N,J)
      END DO
      END
      SUBROUTINE ALONG(N, Y)
      INTEGER N, K
      REAL*8 Y(N)
      DO K = 2, N
        Y(K) = 0.3D0*Y(K)*Y(K-1) + 0.2D0
      END DO
      END

      SUBROUTINE BLOCKS(N, U, C, W)
      INTEGER N, I, J
      REAL*8 U(N,8), C, W(N,8)
      DO J = 1, 8
        DO I = 1, N
          W(I,J) = SIN(U(I,J))
        END DO
      END DO
      DO J = 1, 7, 2
        CALL BLOCK(W(1,J), N, 2)
      END DO
      CALL BLOCK(W(2,3), N, 2)
      C = 0.D0
      DO J = 1, 8
        C = C + W(1,J)*W(2,J)*W(3,J)
      END DO
      END
      SUBROUTINE BLOCK(A, LD, M)
      INTEGER LD, M, I, J
      REAL*8 A(LD,*)
      DO J = 1, M
        DO I = 2, LD
          A(I,J) = A(I,J)*A(I-1,J)
        END DO
      END DO
      END

C     Elements that need not be there.
      SUBROUTINE SOMEOF(N, U, C)
      INTEGER N, I, J
      REAL*8 U(N,4), C, W(3,4)
      DO J = 1, 4
        DO I = 1, N
          W(I,J) = U(I,J)**2
        END DO
      END DO
      DO J = 1, 4
        CALL PUT(N+J, 3*(5-J), W(1,J))
      END DO
      C = 0.D0
      DO J = 1, 4
        C = C + W(1,J)*W(3,J)
      END DO
      END
      SUBROUTINE PUT(K, N, Y)
      INTEGER K, N
      REAL*8 Y(*)
      IF (K .LE. N) Y(K) = Y(K)*Y(1)
      IF (N .GE. 6) Y(6) = Y(6)**2
      END
