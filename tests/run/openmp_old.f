C Fixed form, with a function that is called in each iteration.
C head: old(y)/(x)
C inputs: n = 7
C options: -openmp
      SUBROUTINE OLD(N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y(N), WEIGHT, T
      EXTERNAL WEIGHT
C$OMP PARALLEL DO DEFAULT(SHARED) PRIVATE(I, T)
C$OMP+ SCHEDULE(STATIC)
      DO 10 I = 1, N
        T = WEIGHT(X(I), I)
        Y(I) = T*X(N+1-I) + T*T
   10 CONTINUE
C$OMP END PARALLEL DO
      END
      DOUBLE PRECISION FUNCTION WEIGHT(A, K)
      INTEGER K
      DOUBLE PRECISION A
      WEIGHT = SIN(A)*EXP(A/K)
      END
