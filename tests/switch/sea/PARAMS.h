C     Sizes and parameters of the model.
      INTEGER Nx, Ny, nSteps
      PARAMETER (Nx = 8, Ny = 6, nSteps = 10)
      COMMON /PARM_R/ deltaT, viscA, gravity
      Real*8 deltaT, viscA, gravity
      COMMON /DYNVARS_R/ uVel, etaN
      Real*8 uVel(1-1:Nx+1,1-1:Ny+1), etaN(1-1:Nx+1,1-1:Ny+1)
      COMMON /CTRL_R/ xx_theta
      Real*8 xx_theta(1-1:Nx+1,1-1:Ny+1)
