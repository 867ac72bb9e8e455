C Alternate returns that active values decide, with active values passed.
C head: top(x)\(y)
C inputs: x = 0.2 .. 0.9
      SUBROUTINE TOP(X, Y)
      DOUBLE PRECISION X(3), Y, T
      T = X(1)
      CALL STEP(X(1), X(2), T, *10, *20)
      Y = T*X(3)
      RETURN
   10 Y = T**2*X(3)
      RETURN
   20 Y = SIN(T)
      END
      SUBROUTINE STEP(A, B, T, *, *)
      DOUBLE PRECISION A, B, T
      T = T*B + A
      IF (A .GT. B) RETURN 1
      T = T*2.0D0*A
      IF (A .GT. 0.5D0*B) RETURN 2
      T = T + B
      END
