C Locals that EQUIVALENCE lays over a COMMON block are parts of that block: callers go on with their derivatives.
C head: TOP(X Z)\(X Z)
C inputs: N = 5
C inputs: X(5) = -1 .. 1
C inputs: Y(8) = -1 .. 1
C inputs: Z(4) = 0.5 .. 1.5
      REAL*8 FUNCTION FOURTH(P3)
        IMPLICIT REAL*8 (A-H,O-Z)
        COMMON /STATE/ V4(5), V5, D6
        FOURTH = V4(4)
      END
      SUBROUTINE SET(P9, P10, Q11, LD12)
        IMPLICIT REAL*8 (A-H,O-Z)
        DIMENSION Q11(LD12,*)
        DIMENSION C(6)
        DIMENSION IT15(4)
        DATA IT15 /4, 3, 2, 1/
        DO 10 I = 2, 5
   10   C(I) = TANH(0.125D0*P9)
        Q11(2,1) = FOURTH(DCOS(2.D0))
      END
      SUBROUTINE MIDDLE(X16)
        IMPLICIT REAL*8 (A-H,O-Z)
        COMMON /STATE/ U17, B18(3), C19, U20(-1:0)
        DIMENSION A21(5)
        DIMENSION B22(6)
        EQUIVALENCE (U20(-1), A21(4)), (B18(2), B22(2)), (U20(0), B23)
        DIMENSION C25(3)
        DIMENSION V26(6)
        K28 = 1
        DO 50 I = 1, 3
          C25(I) = B22(K28)
   50   CONTINUE
        CALL SET(C25(1), U17, V26(2), 3)
        U17 = 0.75D0
      END
      SUBROUTINE TOP(N, X, Y, Z)
        IMPLICIT REAL*8 (A-H,O-Z)
        DIMENSION X(N)
        DIMENSION Y(*)
        DIMENSION Z(*)
        COMMON /STATE/ C2(7)
        DATA K48 /4/
        DO 130 I = 1, 7
          C2(I) = 0.5D0*Z(MOD(I, 4) + 1)*COS(SIN(X(1)))
  130   CONTINUE
        DO I = 1, K48
          DO 180 J = 2, 4
            X(J) = C2(4)
  180     CONTINUE
          CALL MIDDLE(Z(1))
          CALL SET(X(2), (DEXP(-(Z(I)**2))), Y(2), 3)
        END DO
        Z(2) = Y(2)
      END
