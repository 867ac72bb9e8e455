C A block that a procedure between the head and those that use it must save, around calls that have no adjoint: it declares the block itself.
C head: top(y)/(x)
C inputs: n = 3
C inputs: kind = 1
C inputs: ncalls = 0
      SUBROUTINE TOP(N,X,Y)
      INTEGER N,I
      DOUBLE PRECISION X(N),Y,Z,A,B
      COMMON /LAW/ A,B,KIND,NCALLS
      Y=A*X(1)*KIND
      DO 10 I=1,N
      CALL BETWEN(X(I),Z)
   10 Y=Y+Z*X(I)
      END
      SUBROUTINE BETWEN(X,Y)
      DOUBLE PRECISION X,Y,T,U
      CALL CHOOSE(1)
      CALL APPLY(X,T)
      CALL CHOOSE(2)
      CALL APPLY(T,U)
      CALL CHOOSE(3)
      CALL APPLY(U*T,Y)
      END
      SUBROUTINE CHOOSE(K)
      DOUBLE PRECISION A,B,HALF
      COMMON /LAW/ A,B,KIND,NCALLS
      EQUIVALENCE (HALF,A)
      HALF=.5D0*K
      B=A*A
      KIND=K
      NCALLS=NCALLS+1
      END
      SUBROUTINE APPLY(X,Y)
      DOUBLE PRECISION X,Y,P(2)
      COMMON /LAW/ P,KIND,NCALLS
      IF (KIND.NE.2) THEN
      Y=P(1)*SIN(P(2)*X)
      ELSE
      Y=P(1)+P(2)*X*X
      END IF
      END
