C     BLOCK DATA, Hollerith FORMAT, shared DO terminals, arithmetic IF, ASSIGN, computed GOTO.
C     head: top(x)\(y)
C     inputs: x = 0.2 .. 0.9
      SUBROUTINE TOP(X, Y)
      DIMENSION X(3), A(2, 2)
      REAL*8 X, Y, A, C, W
      COMMON /COEFF/ C(2), W
      INTEGER STATE
      DATA STATE /3/
      GO TO (10, 20), STATE - 1
      Y = X(1)
      GO TO 30
   10 Y = X(1)**2
      GO TO 30
   20 Y = X(1)*X(2)
   30 DO 40 I = 1, 2
      DO 40 J = 1, 2
   40 A(I, J) = C(I)*X(J)*Y
      IF (A(1, 1) - A(2, 2)) 50, 60, 70
   50 Y = A(1, 1) + A(1, 2)
      GO TO 80
   60 Y = A(2, 1)
      GO TO 80
   70 Y = A(2, 2)*W
   80 GO TO (90, 100, 110), STATE
   90 Y = -Y
  100 Y = Y*X(2)
  110 Y = Y + X(3)**2
      IF (STATE .LT. 0) WRITE (6, 900) Y
  900 FORMAT (9H RESULT =, F10.4)
      END
      BLOCK DATA INIT
      REAL*8 C, W
      COMMON /COEFF/ C(2), W
      DATA C /2*1.5D0/, W /0.5D0/
      END
