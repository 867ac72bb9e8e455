C run: -b
C lacks: associate
C lacks: module 
C lacks: (:)
      SUBROUTINE LIM(A, B, C)
      REAL A, B, C
      C = A*ABS(B)
      END
