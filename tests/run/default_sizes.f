C     Default sizes given by options: REAL is of 8 bytes, INTEGER too.
C     head: top(x)\(y)
C     options: -r8 -i8
C     inputs: x = 0.2 .. 0.9
      SUBROUTINE TOP(X, Y)
      REAL X(3), Y, PI
      INTEGER K(2)
      COMPLEX Z
      PARAMETER (PI = 3.14159265358979)
      K(1) = 3
      K(2) = 2
      Z = CMPLX(X(1), X(2)**K(2))
      Y = SIN(PI*X(1)) + ALOG(X(2))*FLOAT(K(1)) + CABS(Z*Z)
      Y = Y + AMAX1(X(1), X(2))*X(3)**K(1) + 1.0E0/3*X(3)
      END
