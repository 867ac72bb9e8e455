C options: -saved own
C head: drive(xq,xt,yt)\(total)
C inputs: m = 5
C inputs: n = 6
C inputs: xq(5) = 1.2 .. 5.8
C inputs: xt(6) = 1, 2, 3, 4, 5, 6
      SUBROUTINE TABLE(X, N, XT, YT, Y, IERR)
C     A TABLE THAT ENTRIES SHARE BY THE NAMES OF AN EQUIVALENCE
      INTEGER N, IERR, I, LAST
      REAL*8 X, Y, XT(N), YT(N), XS(20), YS(20), W
      REAL*8 A(40)
      EQUIVALENCE (A(1), XS(1)), (A(21), YS(1))
      SAVE A, LAST
      DATA LAST /1/
      IERR = 0
      ENTRY STORE(N, XT, YT)
      DO 5 I = 1, N
        XS(I) = XT(I)
        YS(I) = YT(I)
    5 CONTINUE
      RETURN
      ENTRY LOOK(X, N, Y, IERR)
      IERR = 0
      IF (X .LT. XS(1) .OR. X .GT. XS(N)) THEN
        IERR = 1
        Y = YS(1)
        RETURN
      ENDIF
   10 IF (X .GE. XS(LAST) .AND. X .LE. XS(LAST+1)) GO TO 20
      LAST = MOD(LAST, N-1) + 1
      GO TO 10
   20 W = (X - XS(LAST))/(XS(LAST+1) - XS(LAST))
      Y = YS(LAST) + W*(A(20+LAST+1) - YS(LAST))
      END
      SUBROUTINE DRIVE(M, XQ, N, XT, YT, TOTAL)
      INTEGER M, N, K, IERR
      REAL*8 XQ(M), XT(N), YT(N), TOTAL, Y
      CALL STORE(N, XT, YT)
      TOTAL = 0.D0
      DO 1 K = 1, M
        CALL LOOK(XQ(K), N, Y, IERR)
        IF (IERR .NE. 0) GO TO 1
        TOTAL = TOTAL + Y*Y
    1 CONTINUE
      END
