C     FIVE POINTS IN THE PLANE, BY CG WITH WORK ARRAYS OF THE CALLER
C inputs: nx = 5
C inputs: ny = 4
C inputs: c = 0.2 .. 0.9
C inputs: f = -1.0 .. 2.0
C wrong several: derivatives in one direction
C head: plane(y)/(c, f)
      SUBROUTINE MULT(NX, NY, K, U, V)
      INTEGER NX, NY, I, J
      DOUBLE PRECISION K(NX,NY,3), U(NX,NY), V(NX,NY)
      DO 20 J = 1, NY
        DO 10 I = 1, NX
          V(I,J) = K(I,J,3)*U(I,J)
          IF (I .GT. 1) V(I,J) = V(I,J) - K(I-1,J,1)*U(I-1,J)
          IF (I .LT. NX) V(I,J) = V(I,J) - K(I,J,1)*U(I+1,J)
          IF (J .GT. 1) V(I,J) = V(I,J) - K(I,J-1,2)*U(I,J-1)
          IF (J .LT. NY) V(I,J) = V(I,J) - K(I,J,2)*U(I,J+1)
   10   CONTINUE
   20 CONTINUE
      END
      SUBROUTINE CGPLAN(NX, NY, K, B, U, R, P, Q, ITER)
      INTEGER NX, NY, ITER, I, J, N
      DOUBLE PRECISION K(NX,NY,3), B(NX,NY), U(NX,NY)
      DOUBLE PRECISION R(NX,NY), P(NX,NY), Q(NX,NY), RHO, ALPHA, S
      INTENT(OUT) R, P, Q
      CALL MULT(NX, NY, K, U, Q)
      RHO = 0.0D0
      DO 20 J = 1, NY
        DO 10 I = 1, NX
          R(I,J) = B(I,J) - Q(I,J)
          P(I,J) = R(I,J)
          RHO = RHO + R(I,J)**2
   10   CONTINUE
   20 CONTINUE
      DO 70 N = 1, 200
        ITER = N
        IF (RHO .LT. 1.0D-28) RETURN
        CALL MULT(NX, NY, K, P, Q)
        S = 0.0D0
        DO 30 J = 1, NY
          DO 30 I = 1, NX
            S = S + P(I,J)*Q(I,J)
   30   CONTINUE
        ALPHA = RHO/S
        S = 0.0D0
        DO 50 J = 1, NY
          DO 40 I = 1, NX
            U(I,J) = U(I,J) + ALPHA*P(I,J)
            R(I,J) = R(I,J) - ALPHA*Q(I,J)
            S = S + R(I,J)**2
   40     CONTINUE
   50   CONTINUE
        DO 60 J = 1, NY
          DO 60 I = 1, NX
            P(I,J) = R(I,J) + S/RHO*P(I,J)
   60   CONTINUE
        RHO = S
   70 CONTINUE
      END
      SUBROUTINE PLANE(NX, NY, C, F, Y)
      INTEGER NX, NY, I, J, ITER
      DOUBLE PRECISION C(NX,NY), F(NX,NY), Y
      DOUBLE PRECISION KK(5,4,3), BB(5,4), UU(5,4)
      DOUBLE PRECISION R(5,4), P(5,4), Q(5,4)
      DO 20 J = 1, 4
        DO 10 I = 1, 5
          KK(I,J,1) = C(I,J)**2
          KK(I,J,2) = 0.5D0*C(I,J)
          KK(I,J,3) = 5.0D0 + C(I,J)
          BB(I,J) = SIN(F(I,J))
          UU(I,J) = 0.0D0
   10   CONTINUE
   20 CONTINUE
C$AD LINEAR-SOLVER KK UU BB SYMMETRIC PRODUCT MULT(5, 4, KK, UU, BB)
      CALL CGPLAN(5, 4, KK, BB, UU, R, P, Q, ITER)
      Y = 0.0D0
      DO 40 J = 1, 4
        DO 30 I = 1, 5
          Y = Y + UU(I,J)**2*I
   30   CONTINUE
   40 CONTINUE
      END
