C     What only old code does: it only has to parse, not to mean anything.
      PROGRAM OLD
      IMPLICIT REAL*8 (A-H,O-Z), INTEGER*4 (I-N)
      PARAMETER (N=3)
      REAL*8 D1,E2(N),HX*8
      CHARACTER*(*) MSG
      CHARACTER*8 NAME*4(3), B
      DIMENSION A(0:N,*)
      COMMON /BLK/ X,Y(2) // Z
      COMMON W
      EQUIVALENCE (X,Z),(Y(1),W)
      EXTERNAL F,G
      INTRINSIC SIN
      SAVE /BLK/,Q
      LOGICAL L
      DATA X,(Y(I),I=1,2)/1.0D0,2*-3.5/, NAME(1)/4HABCD/
      NAMELIST /GRP/ X,Y
      SF(T)=T*T+1.
C$AD II-LOOP
      DO 10 I=1,N
      DO 10 J=I,N,2
      IF(A(I,J).EQ.1.AND.L) GOTO 20
   10 A(I,J)=5HA B,C
   20 CONTINUE
      DO 30 WHILE (X.LT.1.E5)
   30 X=X+1
      ASSIGN 40 TO LAB
      GO TO LAB,(40,50)
   40 GO TO (10,20,50),I+J
   50 IF (X-1) 10,20,60
   60 CALL SUB(X,*10,A(1,1),'IT''S ! NOT A COMMENT
     1 AND GOES ON')
      WRITE(6,100) X,(Y(I),I=1,2) ! a comment
      READ(5,*,END=10,ERR=20) X
  100 FORMAT(1X,3HX =,F10.3/)
      ELSE=3
      IF(3)=2
      DO10I=1.5
      ENTRY OTHER(*,X)
      IF (L) THEN
         X = 1
      ELSEIF(.NOT.L)THEN
         X = 2
      ELSE
         PAUSE 'HERE'
      ENDIF
      STOP 5
      END
      REAL FUNCTION F(X)
      RETURN
      END
      DOUBLEPRECISIONFUNCTIONG(X)
      END
      BLOCKDATA
      END
