! PARAMETER before IMPLICIT.
! head: TOP(X)\(Y)
! inputs: X = 0.5 .. 1.5
      SUBROUTINE TOP(X, Y)
      PARAMETER (MX = 5)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      DIMENSION Q(MX)
      DO 10 I = 1, MX
        Q(I) = X**I
   10 CONTINUE
      Y = Q(2)*Q(MX)
      END
