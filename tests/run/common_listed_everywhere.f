C     The head lists a member of COMMON that only procedures below it declare, and all is active.
C     options: -nooptim activity
C     head: MODEL(COST G)/(X G)
C     inputs: X(4) = 0.5 .. 1.5
C     inputs: G = 1.3
C     head: OTHER(COST)/(H)
C     inputs: H = 0.7
      SUBROUTINE MODEL(X, COST)
      INTEGER I
      DOUBLE PRECISION X(4), COST, ENERGY
      COST = 0D0
      DO 10 I = 1, 4
        COST = COST + ENERGY(X(I))
   10 CONTINUE
      CALL RESETG
      END
      SUBROUTINE RESETG
      DOUBLE PRECISION G, REST
      COMMON /PHYS/ G, REST
      G = 2D0*G
      END
      DOUBLE PRECISION FUNCTION ENERGY(Y)
      DOUBLE PRECISION Y, G, REST
      COMMON /PHYS/ G, REST
      ENERGY = G*Y**2
      END
      SUBROUTINE OTHER(COST)
      DOUBLE PRECISION COST, TWICE
      COST = TWICE(2D0)
      END
      DOUBLE PRECISION FUNCTION TWICE(Y)
      DOUBLE PRECISION Y, H
      COMMON /ALONE/ H
      TWICE = H*Y
      END
