C     DATA of a procedure gives values to a COMMON block: its derivative does not say them again, nor does its copy.
C     head: top(y)/(x)
C     inputs: x(3) = 0.5 .. 1.5
      SUBROUTINE TOP(X, Y)
      DOUBLE PRECISION X(3), Y, G, RHO, VIS(2), W, S, SUM3
      INTEGER N
      COMMON /PHYS/ G, RHO, VIS, N
      COMMON /WORK/ W(3)
      COMMON /SHIFTS/ S
      EQUIVALENCE (GRAV, G)
      DOUBLE PRECISION GRAV
      LOGICAL FIRST
      DATA GRAV, FIRST, RHO /9.81D0, .TRUE., 2.D0/, VIS /2*0.5D0/, N /3/
      DO 10 I = 1, N
   10 W(I) = G*X(I)**2*VIS(1)
      IF (FIRST) CALL SHIFT
      Y = SUM3()*RHO/VIS(2) + S
      END

      SUBROUTINE SHIFT
      DOUBLE PRECISION W, S
      COMMON /WORK/ W(3)
      COMMON /SHIFTS/ S
      DATA S /0.25D0/
      W(1) = W(2)*SIN(W(1)) + S*W(3)**2
      END

      DOUBLE PRECISION FUNCTION SUM3()
      DOUBLE PRECISION W
      COMMON /WORK/ W(3)
      SUM3 = W(1)*W(2) + W(3)
      END
