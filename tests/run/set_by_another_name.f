C A part of a variable is set by another name: the rest goes in and comes out as it is.
C head: ALL
C inputs: X(4) = 0.5 .. 1.5
C head: ALL(V)/(X V)
C inputs: X(4) = 0.5 .. 1.5
C head: ALL(V)/(X)
C inputs: X(4) = 0.5 .. 1.5
C head: MIXED
C inputs: X(4) = 0.5 .. 1.5
C head: BELOW(Y)/(X Z)
C inputs: X(4) = 0.5 .. 1.5
C inputs: Y = 0
      MODULE HELD
      DOUBLE PRECISION W(5), U(2)
      EQUIVALENCE (W(3), U(1))
      END MODULE HELD
      SUBROUTINE ALL(X)
      DOUBLE PRECISION X(4), V, T
      COMMON /STATE/ V(3)
      EQUIVALENCE (V(3), T)
      T = SIN(0.75D0)*X(3)
      END
      SUBROUTINE MIXED(X)
      USE HELD
      DOUBLE PRECISION X(4), R
      COMPLEX*16 Z, S
      COMMON /PAIR/ Z(3)
      EQUIVALENCE (Z(2), S)
      S = DCMPLX(X(1)*X(2), X(3))
      R = DBLE(S)
      U(1) = R*U(2)
      END
      SUBROUTINE BELOW(X, Y)
      DOUBLE PRECISION X(4), Y, A, B, T
      COMPLEX*16 Z
      COMMON /PAIR/ Z(3)
      COMMON /STATE/ A, B, T
      B = X(4)
      CALL MIXED(X)
      CALL ALL(X)
      Y = T*DBLE(Z(2)) + AIMAG(Z(1))*B + DBLE(Z(3))
      END
