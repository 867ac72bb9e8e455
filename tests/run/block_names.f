! A COMMON block that has the name which the derivatives of another would have.
! inputs: x = 0.5 .. 1.5
! head: top(x)\(y)
      SUBROUTINE TOP(X, Y)
      DOUBLE PRECISION X, Y, A, C, D
      COMMON /ST/ A
      COMMON /ST_B/ C
      COMMON /ST_D/ D
      CALL INIT(X)
      Y = A*C + D
      END
      SUBROUTINE INIT(X)
      DOUBLE PRECISION X, A, C, D
      COMMON /ST/ A
      COMMON /ST_B/ C
      COMMON /ST_D/ D
      A = X*X
      C = SIN(X)
      D = A*C
      END
