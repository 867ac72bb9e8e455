C Formats behind the last RETURN, where no sweep comes, and a label that leaves no room behind it for those of the adjoint.
C head: f(y)/(x)
C wrong interpreted: cannot be interpreted
C inputs: n = 3
C inputs: nu = 17
      SUBROUTINE F(N,NU,X,Y)
      DOUBLE PRECISION X(N),Y,Z,W
      OPEN(NU,STATUS='SCRATCH',FORM='FORMATTED')
      WRITE(NU,FMT=9000) 1.5D0, 0.1D0
      REWIND(NU)
      READ (NU,99999,ERR=50) Z,W
      CLOSE (NU)
      DO 20 I=1,N
      IF (X(I).GT.1.5D0) GO TO 30
   20 X(I)=X(I)*Z+W
   30 Y=0.D0
      DO 40 I=1,N
   40 Y=Y+X(I)**2
      RETURN
   50 Y=0.D0
      RETURN
 9000 FORMAT (F10.4,1X,
     1        F10.4)
99999 FORMAT (2F10.0)
      END
