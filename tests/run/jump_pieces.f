C     Pieces of a body that one jump each leads to: computed GOTO, arithmetic IF, branches by GOTO as FORTRAN 66 had them.
C     head: choose(x)\(y)
C     inputs: x(5) = 0.5 .. 1.5
C     inputs: k = 2
C     head: signs(x)\(y)
C     inputs: x(5) = -1.5 .. 1.5
C     head: closure(z)\(phi)
C     inputs: z = -1.5 .. 1.5
C     head: march(x)\(y)
C     inputs: x(5) = 0.5 .. 1.5
      SUBROUTINE CHOOSE(X, K, Y)
      INTEGER K, I
      REAL*8 X(5), Y, A
      Y = 1
      DO 40 I = 1, 5
         GOTO (11, 12, 13), K
         STOP
   11    A = X(I)
         GOTO 20
   12    A = X(I)**2
         GOTO 20
   13    A = SIN(X(I))
   20    Y = Y*A
   40 CONTINUE
      END
      SUBROUTINE SIGNS(X, Y)
      REAL*8 X(5), Y, T
      INTEGER I
      Y = 1
      T = 0
      DO 50 I = 1, 5
         IF (X(I)) 10, 20, 30
   10    T = X(I)*X(I)
         Y = Y + T
         GOTO 40
   20    T = 0
         GOTO 40
   30    T = EXP(-X(I))
         IF (T .GT. 0.5D0) GOTO 35
         Y = Y*T
         GOTO 40
   35    Y = Y - T*T
   40    Y = Y + T*X(1)
   50 CONTINUE
      END
      SUBROUTINE CLOSURE(Z, PHI)
      REAL*8 Z, PHI, S
      IF (Z .LT. 0D0) GOTO 100
      IF (Z .GT. 1D0) GOTO 200
      PHI = -5*Z
      RETURN
  100 S = SQRT(SQRT(1 - 16*Z))
      PHI = LOG((1 + S*S)/2) + 2*LOG((1 + S)/2)
      RETURN
  200 PHI = -5 - 5*LOG(Z)
      RETURN
      END
      SUBROUTINE MARCH(X, Y)
      REAL*8 X(5), Y, H
      INTEGER I
      Y = X(1)
      H = 0.1D0
      I = 0
   10 I = I + 1
      IF (I .GT. 5) GOTO 90
      IF (X(I) .LT. 1D0) GOTO 60
      Y = Y + H*X(I)*Y
      GOTO 10
   60 H = H*X(I)
      Y = Y*(1 + H)
      IF (Y .GT. 10D0) GOTO 80
      GOTO 10
   80 Y = Y/2
      GOTO 10
   90 Y = Y*H
      END
