C     Adjoint statements are not brought together across what restores a value that one of them reads by another name.
C     head: merge(a s)/(a)
C     inputs: n = 6
C     inputs: a(6) = 1.0 .. 2.0
      SUBROUTINE MERGE(N, A, S)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      DIMENSION A(N), W(10), V(10)
      EQUIVALENCE (R, T), (W(1), V(1))
      K = 2
      DO 10 I = 2, N
        K = I - 1
        Q = A(K)/A(I)
        W(K) = Q/(A(K) + Q)
        R = W(K)*Q
        A(I) = T/V(K)
        W(K) = A(I)*Q + V(K)*R
        T = W(K)*R
        A(K) = A(K)*R + V(K)*Q/T
   10 CONTINUE
      S = A(1)/Q/A(N) + A(2)*W(1)
      END
