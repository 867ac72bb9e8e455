C A fixed point by Newton's method, and one in a labelled DO loop, in fixed form.
C head: NEWT(A,B)\(R)
C inputs: A = 1.0 .. 2.0
C inputs: B = 0.1 .. 0.5
      SUBROUTINE NEWT(A, B, R)
      DOUBLE PRECISION A, B, R, X, XO, G, GP
      INTEGER IT
      X = A
      IT = 0
      XO = 0.D0
C$AD FP-LOOP "X"
      DO WHILE (ABS(X-XO) .GT. 1.D-14 .AND. IT .LT. 50)
        XO = X
        G = X*X*X + B*X - A
        GP = 3.D0*X*X + B
        X = X - G/GP
        IT = IT + 1
      END DO
      R = X*X*B
      X = 1.D0
C$AD FP-LOOP "X" 1.D-14
      DO 20 IT = 1, 80
      X = 0.5D0*DSIN(X*B) + A*R
   20 CONTINUE
      R = R*X
      END
