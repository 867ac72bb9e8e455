! Subscripts in statement functions, which a test keeps within bounds: compilers guess otherwise where the function is written out.
! head: neutr(y)/(x)
      SUBROUTINE NEUTR(X,Y)
      DOUBLE PRECISION X(5),Y(5),DTIL
      INTEGER I,J
      DTIL(I,J)=X(I)*X(J)
      DO I=1,5
        Y(I)=X(I)
        IF(I.GT.1) Y(I)=DTIL(I,I-1)
      END DO
      END
