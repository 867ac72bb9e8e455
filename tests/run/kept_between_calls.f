C What external procedures keep from one call to the next: by SAVE of all, by DATA; a filter that reads what its last call left.
C options: -saved own
C head: smooth(x)\(y)
C inputs: n = 5
C inputs: x(5) = 0.5 .. 1.5
      SUBROUTINE FILTER(RESET, U, V)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      LOGICAL RESET
      DIMENSION OLD(2), CF(2)
      SAVE
      DATA CF /0.75D0, 0.25D0/, KALLS /0/
      IF (RESET) THEN
         OLD(1) = U
         OLD(2) = 0.0D0
         KALLS = 0
      END IF
      KALLS = KALLS + 1
      V = CF(1)*U + CF(2)*OLD(1)*OLD(1) + 0.1D0*OLD(2)
      OLD(2) = OLD(1)
      OLD(1) = V
      T = SIN(V)
      V = V*T
      IF (KALLS .GT. 3) V = V*1.5D0
      END
      SUBROUTINE SMOOTH(N, X, Y)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      DIMENSION X(N)
      CALL FILTER(.TRUE., X(1), Y)
      DO 10 I = 2, N
         CALL FILTER(.FALSE., X(I)*Y, Z)
         Y = Y + Z
   10 CONTINUE
      END
