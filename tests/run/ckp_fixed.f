C     A region in fixed form, with a labelled loop and a COMMON block.
C head: ftop(x)\(y)
C inputs: x = 0.5 .. 1.5
      SUBROUTINE FTOP(X, Y)
      DOUBLE PRECISION X, Y, A
      INTEGER I, N
      COMMON /STATE/ A(4), N
      N = 4
      A(1) = X
C$AD CHECKPOINT-START
      DO 10 I = 2, N
      A(I) = A(I-1)*X
      IF (A(I) .GT. 1.D0) GOTO 10
      A(I) = A(I)*A(I) + X
   10 CONTINUE
      N = 3
      A(N) = A(N)*A(2)
C$AD CHECKPOINT-END
      Y = 0
      DO 20 I = 1, N
      Y = Y + A(I)*A(I)
   20 CONTINUE
      END
