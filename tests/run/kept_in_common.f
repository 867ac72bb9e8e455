C Fixed form without modules: what procedures keep is written as COMMON with a BLOCK DATA, and arrays are cleared and copied by loops. A procedure keeps
C a list with first values, a name and a counter under a SAVE of everything; two entries share a work array; a counter alone is no real.
C options: -saved own
C head: TOP(X, Y)
C inputs: N = 5
C inputs: X(5) = 0.5 .. 1.5
C head: TWICE(X, Y)
C inputs: X = 0.5 .. 1.5
      SUBROUTINE TOP(N, X, Y)
      INTEGER N
      DOUBLE PRECISION X(N), Y
      CALL STEP(N, X)
      CALL INIT(N, X)
      CALL STEP(N, X)
      CALL VOLUME(Y)
      END
      SUBROUTINE STEP(N, X)
      INTEGER N, I, K
      DOUBLE PRECISION X(N), W(4), OLD
      CHARACTER*4 NAME
      LOGICAL FIRST
      SAVE
      DATA FIRST /.TRUE./, W /4*1.0D0/, NAME /'none'/
      IF (FIRST) THEN
        K = 1
        FIRST = .FALSE.
        OLD = 0.0D0
        NAME = 'even'
      ELSE
        K = K + 1
        IF (NAME .EQ. 'even') NAME = 'odd'
      ENDIF
      DO 10 I = 1, N
        W(1 + MOD(I,4)) = W(1 + MOD(I,4))*X(I) + OLD
        X(I) = X(I)*W(1 + MOD(I,4))*K
        IF (NAME .EQ. 'odd') X(I) = SIN(X(I))
        OLD = X(I)
   10 CONTINUE
      END
      SUBROUTINE INIT(N, X)
      INTEGER N, I
      DOUBLE PRECISION X(N), R, A(3)
      SAVE A
      DO 20 I = 1, 3
        A(I) = X(I)**2
   20 CONTINUE
      RETURN
      ENTRY VOLUME(R)
      R = A(1)*A(2)*A(3)
      END
      SUBROUTINE TWICE(X, Y)
      DOUBLE PRECISION X, Y
      CALL GROW(X)
      CALL GROW(X)
      Y = X*X
      END
      SUBROUTINE GROW(X)
      DOUBLE PRECISION X
      INTEGER N
      SAVE N
      DATA N /0/
      IF (X .GT. 0.0D0) N = N + 1
      IF (N .LT. 2) X = X*X*1.01D0
      END
