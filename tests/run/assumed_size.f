C head: dotp(x y)\(dotp)
C inputs: n = 5
C inputs: x(5) = 0.5 .. 1.5
C inputs: y(5) = 0.5 .. 1.5
      DOUBLE PRECISION FUNCTION DOTP(N, X, Y)
      INTEGER N
      DOUBLE PRECISION X(*), Y(*), S
      S = 0
      DO 10 I = 1, N
   10 S = S + X(I)*Y(I)**2
      DOTP = S
      END
