C A local that keeps its value has an extent of constants that nothing else names; one of them has a kind that does.
C options: -saved own
C head: top(y)/(x)
      SUBROUTINE TOP(X,Y)
      REAL*8 X(5),Y,Q(5),Z(5),W(5)
      INTEGER I
      DO 5 I=1,5
    5 Z(I)=I*I
      CALL SPL(Z,5,Q)
      CALL SPL(X,5,W)
      Y=0
      DO 10 I=1,5
   10 Y=Y+W(I)*W(I)+Q(I)*X(I)
      END
      SUBROUTINE SPL(Y,N,Y2)
      IMPLICIT REAL*8 (A-H,O-Z)
      INTEGER, PARAMETER :: K = 8
      PARAMETER (NHALF=50, NMAX=2*NHALF, NROWS=K/2)
      REAL(K) C
      DIMENSION Y(N),Y2(N),U(NMAX),V(NROWS)
      SAVE
      U(1)=Y(1)
      C=1.5_8
      DO 10 I=2,N
   10 U(I)=SIN(Y(I))*U(I-1)
      V(3)=U(2)
      DO 20 I=1,N
   20 Y2(I)=U(I)*U(I)*C+V(3)
      END
