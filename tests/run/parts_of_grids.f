C A cell or a column of a grid, handed on with its extents or in COMMON: that is saved, and not the grid. A jump past what sets a local is no obstacle.
C head: SOR(F)/(C H)
C inputs: NR = 5
C inputs: NC = 4
C inputs: C(5,4) = 0.3 .. 0.8
C inputs: H(5,4) = 0.5 .. 1.5
      SUBROUTINE SOR(NR,NC,C,H,F)
      INTEGER NR,NC,I,J,IT
      DOUBLE PRECISION C(NR,NC),H(NR,NC),F,G
      COMMON /GRD/ G(5,4)
      DO 5 J=1,NC
      DO 5 I=1,NR
    5 G(I,J)=C(I,J)
      DO 10 IT=1,3
      DO 10 J=1,NC
      DO 20 I=2,NR-1
      CALL CELL(H,C,NR,NC,I,J)
   20 CALL JUMP(H(1,J),C(1,J),NR,I)
      CALL COL(H,NR,NC,J)
   10 CALL SHARED(J,NR)
      F=0.D0
      DO 30 J=1,NC
      DO 30 I=1,NR
   30 F=F+H(I,J)**2*G(I,J)
      END
      SUBROUTINE CELL(H,C,NR,NC,I,J)
      INTEGER NR,NC,I,J
      DOUBLE PRECISION C(NR,NC),H(NR,NC)
      H(I,J)=C(I,J)*H(I,J)+H(I-1,J)*H(I+1,J)*(1.D0-C(I,J))
      END
      SUBROUTINE COL(H,M,N,J)
      INTEGER M,N,J,I
      DOUBLE PRECISION H(M,N)
      DO 10 I=2,M
   10 H(I,J)=H(I,J)*H(I-1,J)
      END
      SUBROUTINE JUMP(H,C,N,I)
      INTEGER N,I
      DOUBLE PRECISION C(N),H(N),A
      A=C(I)
      IF(I.EQ.2) GO TO 10
      A=A+C(I-1)*H(I-1)
   10 H(I)=A*H(I)+H(I-1)*H(I+1)*(1.D0-C(I))
      END
      SUBROUTINE SHARED(J,N)
      INTEGER I,J,N
      DOUBLE PRECISION G
      COMMON /GRD/ G(5,4)
      DO 10 I=1,N
      IF(I.EQ.3) GO TO 20
      G(I,J)=G(I,J)*G(N,J)
   20 G(2,J)=SIN(G(2,J))
   10 CONTINUE
      END
