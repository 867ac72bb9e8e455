C Heads of which one calls another: what the called one does not touch of COMMON keeps its adjoint.
C head: TRAJ(RNG)/(V0)
C options: -head DRAGF(D)/(V)
      SUBROUTINE TRAJ(V0,RNG)
      DOUBLE PRECISION V0,RNG,D,CD,XM
      COMMON /VEH/ CD,XM
      CD=V0*V0
      XM=2.D0+V0
      CALL DRAGF(V0,D)
      RNG=D*XM
      END
      SUBROUTINE DRAGF(V,D)
      DOUBLE PRECISION V,D,CD,XM
      COMMON /VEH/ CD,XM
      D=.5D0*V*V*CD
      END
