C head: step(a b)\(t)
      SUBROUTINE STEP(A, B, T, *, *)
      DOUBLE PRECISION A, B, T
      T = A*B + A
      IF (A .GT. B) RETURN 1
      T = T*2.0D0*A
      IF (A .GT. 0.5D0*B) RETURN 2
      T = T + B
      END
