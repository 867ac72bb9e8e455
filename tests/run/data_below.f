C DATA stands where it is convenient: in blocks of IF, DO and SELECT, also about names without a type and about what is kept from call to call.
C options: -saved own
C head: f(y)/(x)
C inputs: n = 1
C inputs: x = 0.6 .. 0.9
      SUBROUTINE F(X,N,Y)
      DOUBLE PRECISION X,Y,A(3),B(2)
      INTEGER K,N
      DIMENSION E(2)
      Y = X
      IF (X.GT.0.5D0) THEN
C        The coefficients.
         DATA A/1.5D0,2.5D0,3.5D0/
         DO 10 K = 1,3
   10    Y = Y + A(K)*X**K
      ENDIF
      DO K = 1,2
         SELECT CASE (K)
         CASE (1)
            DATA B,E/0.5D0,0.25D0,2*1.5/
            Y = Y*SIN(X*B(K))
         CASE DEFAULT
            DATA C/2.0/
            Y = Y + B(K)*X*C*E(K)
         END SELECT
      END DO
      Y = Y*N
      CALL SCALE(X,Y)
      END
      SUBROUTINE SCALE(X,Y)
      DOUBLE PRECISION X,Y,T
      INTEGER L
      DO L = 1,2
         IF (L.EQ.1) THEN
            DATA T/0.5D0/
            T = T + 0.25D0
         END IF
         Y = Y*T
      END DO
      Y = Y*X
      END
