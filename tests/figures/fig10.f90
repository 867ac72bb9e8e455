! figure 10 of RR-7957, head: "fig10(g tau w z v)/(g tau w z v)"
! Splitting and merging adjoint statements. `res`, and only `res`, is passive outside the block.
SUBROUTINE FIG10(n, m, i, j, tau, w, g, z, v)
  IMPLICIT NONE
  INTEGER :: n, m, i, j
  REAL :: tau, w(n,m), g(n,m), z(m), v(m)
  REAL :: res
  res = (tau-w(i,j))*g(i,j)*(z(j)-2.0)/v(j)
  g(i,j) = res*v(j)
END SUBROUTINE FIG10
