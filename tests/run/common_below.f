! COMMON blocks that only procedures below the head declare: their derivatives start from zero at each call.
! inputs: x = 0.5 .. 1.5
! head: top(x)\(y)
! head: wide(x)\(y)
! head: fun(fun)/(x)
      SUBROUTINE TOP(X, Y)
      DOUBLE PRECISION X, Y
      CALL START
      CALL MID(X, Y)
      Y = Y*Y
      END
      SUBROUTINE MID(X, Y)
      DOUBLE PRECISION X, Y, B
      COMMON /HYD/ B
      IF (X .GT. 1.D0) B = X*X
      CALL LOW(X, Y)
      END
      SUBROUTINE LOW(X, Y)
      DOUBLE PRECISION X, Y, B
      COMMON /HYD/ B
      Y = B*X + 1.D0
      END
C     Another shape in another unit, and a name that the head has taken.
      SUBROUTINE WIDE(X, Y)
      DOUBLE PRECISION X, Y, A
      A = X*X
      CALL START
      CALL EARLY(A)
      CALL LATER(X, Y)
      END
      SUBROUTINE EARLY(V)
      DOUBLE PRECISION V, U
      INTEGER K
      COMMON /W/ U(2), K
      IF (V .GT. 1.D0) U(1) = V*U(2)
      U(2) = V
      K = 2
      END
      SUBROUTINE LATER(X, Y)
      INTEGER N
      PARAMETER (N = 3)
      DOUBLE PRECISION X, Y, A(N-1)
      INTEGER L
      COMMON /W/ A, L
      Y = A(1)*X + A(L)*A(1)
      END
C     Both, through a function.
      DOUBLE PRECISION FUNCTION FUN(X)
      DOUBLE PRECISION X, Y
      CALL TOP(X, Y)
      CALL WIDE(Y, FUN)
      FUN = FUN + Y*X
      END
      SUBROUTINE START
      DOUBLE PRECISION B, U
      COMMON /HYD/ B
      COMMON /W/ U(2), K
      B = 0.7D0
      U(1) = 0.3D0
      U(2) = 0.4D0
      K = 1
      END
