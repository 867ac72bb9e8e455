C SAVEd locals that DATA gives values by implied DOs.
C options: -saved own
C head: TOP(Y)/(X)
C inputs: X(4) = 0.5 .. 1.5
C head: OVER(Y)/(X)
C inputs: X(8) = 0.5 .. 1.5
      SUBROUTINE STATE(X, Y)
      DOUBLE PRECISION X(4), Y, A(4), B(2,3), C(0:5), D(6), S
      INTEGER I, J, N
      PARAMETER (N = 2)
      SAVE A, B, C, D, S
      DATA (A(I), I = 1, 4) /0.1D0, 2*0.2D0, 0.3D0/
      DATA ((B(I,J), I = 1, N), J = 1, 3) /6*0.5D0/
      DATA (C(2*I), C(2*I + 1), I = 0, N) /3*0.1D0, 3*0.2D0/
      DATA (D(I), I = 6, 1, -1), S /1D0, 2D0, 3D0, 4D0, 5D0, 6D0, .5D0/
      Y = Y*A(2) + B(2,3)*C(5) + D(1)*S + D(6)
      A(2) = A(2)*X(1)
      B(2,3) = B(1,3)*X(2) + C(4)
      C(5) = C(5)*X(3)
      D(1) = D(2)*X(4)*0.1D0
      S = S*X(1) + Y
      D(2) = D(1)
      END
      SUBROUTINE TOP(X, Y)
      DOUBLE PRECISION X(4), Y
      INTEGER K
      Y = X(1)
      DO 10 K = 1, 3
   10 CALL STATE(X, Y)
      END
      SUBROUTINE LAID(X, Y)
      DOUBLE PRECISION X(2), Y, U(2,2), V(2)
      INTEGER I, J
      EQUIVALENCE (U(2,1), V(1))
      SAVE U
      DATA ((U(I,J), I = 1, 2), J = 1, 2) /0.D0, 0.3D0, 0.75D0, 1.D0/
      V(2) = EXP(-(X(1)**2))*Y
      V(1) = V(2)*X(2)
      Y = SIN(V(2))*Y + V(1)
      END
      SUBROUTINE OVER(X, Y)
      DOUBLE PRECISION X(8), Y
      Y = X(3)
      CALL LAID(X(5), Y)
      CALL LAID(X(4), Y)
      END
