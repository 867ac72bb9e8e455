! figure 11 of RR-7957, head: "fig11(a b t x z)/(a b t x z)"
! Diff-liveness, to-be-recorded analysis and recomputation, one after the other. The block is the whole body.
SUBROUTINE FIG11(m, i, IND1, IND2, A, B, Z, T, x)
  IMPLICIT NONE
  INTEGER :: m, i, IND1(m), IND2(m)
  REAL :: A(m+1), B(m), Z(m), T(m), x
  REAL :: c
  INTEGER :: n
  n = IND1(i)
  B(n) = (A(n)+B(n))*0.5
  A(n) = A(n)+x
  c = A(n)*B(n)
  A(n) = A(n)*A(n+1)
  n = IND2(i)
  Z(n) = Z(n) + c
  n = IND2(i+1)
  c = A(n)/B(n)
  T(n) = T(n) - c
END SUBROUTINE FIG11
