C head: legacy(y)/(x)
      SUBROUTINE LEGACY(N, X, Y)
      DIMENSION X(N), W(10)
      COMMON // B, C(3)
      SAVE S
      DATA S /0.5/
      EQUIVALENCE (W(1), W1)
      F(Z) = Z*Z + 1.
C     a comment
      B = X(1)
      DO 10 I = 1, 3
   10 C(I) = B*X(I) + F(X(2))
      DO 20 I = 1, 10
        W(I) = I
   20 CONTINUE
      W1 = X(3)
      I = 0
   30 I = I + 1
      IF (X(I) .GT. 0.5) GOTO 50
   40 Y = Y + C(1)*W(1)
      GOTO 60
   50 Y = SUM3(C) + W(2)*X(I)
   60 IF (I .LT. N) GOTO 30
      S = 0.5
      S = S*X(1)
      Y = Y*S
      END
      FUNCTION SUM3(A)
      DIMENSION A(*)
      SUM3 = A(1) + A(2)*A(3)
      END
