C An integer that INNER keeps has no value before the first call, where its caller saves it for the call that runs again.
C head: top(y)/(x)
      SUBROUTINE TOP(X,Y)
      DOUBLE PRECISION X,Y,Z
      Z=X*X
      CALL INNER(Z,Y)
      Y=Y*X*Z
      END
      SUBROUTINE INNER(X,Y)
      DOUBLE PRECISION X,Y,T(5),XL
      INTEGER I,MN
      COMMON /PL/ T
      SAVE
      DATA XL/-999.D0/
      IF (XL.NE.X) THEN
        DO 5 I=1,3
    5   T(I)=COS(X)*X+I
        MN=3
        XL=X
      ENDIF
      Y=SIN(X*T(1))
      DO 10 I=1,MN
   10 Y=Y*SIN(Y*T(I))
      X=X*Y
      END
