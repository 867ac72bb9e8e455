C     Functions of implicit type, called where nothing declares them, and passed on.
C head: total(x)\(y)
C inputs: x = 0.7
      SUBROUTINE TOTAL(X, Y)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      Y = SIN(ENT(X))*ENT(2.D0*X) + SCALED(X, NUM(3))
      Z = WEIGHT(Y)
      IF (Z .GT. 0.D0) Y = Y*Z + HALF(X)
      END

      DOUBLE PRECISION FUNCTION ENT(X)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      ENT = X*X + HALF(X)
      END

      FUNCTION HALF(X)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      HALF = 0.5D0*EXP(X)
      END

      FUNCTION SCALED(X, N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      SCALED = X**N
      END

      FUNCTION WEIGHT(X)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      WEIGHT = MAX(X, 0.1D0)
      END

      FUNCTION NUM(I)
      NUM = I - 1
      END
