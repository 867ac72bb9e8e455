C run: -b -head "AONE(Y)/(X)"
C has: AONE_B
C run: -b -head "ATWO(Y)/(X)"
C says: RT0522
C fails: yes
      SUBROUTINE AONE(X, Y)
      REAL X, Y
      Y = X*X
      END
      SUBROUTINE ATWO(X, Y)
      REAL X, Y
      Y = X**3
      END
