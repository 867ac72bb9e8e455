! A material law gives the second Piola-Kirchhoff stress of the Lagrange strain, and its derivative divided by FACTOR: LAW is its name.
program closed
  use judge
  implicit none
  character(80) :: amat
  integer :: ithermal(2), icmd, kode, ielas, iel, iint, nstate, mi(3), iorien, i, j, k, point, seed
  real(dp) :: elconloc(21), stiff(21), emec(6), emec0(6), beta(6), stre(6), vj, t1l, dtime, xkl(3, 3), xokl(3, 3), voj
  real(dp) :: pgauss(3), orab(7, 1), time, ttime, xstate(1, 1, 1), xstateini(1, 1, 1), emecd(6), stred(6), emecb(6)
  real(dp) :: streb(6), want(6, 6), found(6, 6)
  amat = ' '
  ithermal = 0
  icmd = 0
  kode = 2
  ielas = 0
  iel = 1
  iint = 1
  nstate = 1
  mi = 1
  iorien = 0
  elconloc = 0.3_dp
  elconloc(1) = 2.0_dp
  emec0 = 0.0_dp
  beta = 0.0_dp
  vj = 1.0_dp
  voj = 1.0_dp
  xkl = 0.0_dp
  xokl = 0.0_dp
  pgauss = 0.0_dp
  orab = 0.0_dp
  t1l = 0.0_dp
  dtime = 1.0_dp
  time = 1.0_dp
  ttime = 1.0_dp
  xstate = 0.0_dp
  xstateini = 0.0_dp
  seed = 1
  do point = 1, 10
    call fill(seed, emec, 6)
    emec = 0.1_dp*emec
    call LAW(amat, iel, iint, kode, elconloc, emec, emec0, beta, xokl, voj, xkl, vj, ithermal, t1l, dtime, time, &
        ttime, icmd, ielas, mi, nstate, xstateini, xstate, stre, stiff, iorien, pgauss, orab)
    ! The upper triangle, column by column; a shear strain stands for two components.
    k = 0
    do j = 1, 6
      do i = 1, j
        k = k + 1
        want(i, j) = stiff(k)
        want(j, i) = stiff(k)
      end do
    end do
    want(:, 4:6) = 2.0_dp*want(:, 4:6)
    want = want*FACTOR
    do j = 1, 6
      emecd = 0.0_dp
      emecd(j) = 1.0_dp
      call LAW_d(amat, iel, iint, kode, elconloc, emec, emecd, emec0, beta, xokl, voj, xkl, vj, ithermal, t1l, dtime, &
          time, ttime, icmd, ielas, mi, nstate, xstateini, xstate, stre, stred, stiff, iorien, pgauss, orab)
      found(:, j) = stred
    end do
    call same('tangent', found, want, 36)
    do i = 1, 6
      streb = 0.0_dp
      streb(i) = 1.0_dp
      emecb = 0.0_dp
      call LAW_b(amat, iel, iint, kode, elconloc, emec, emecb, emec0, beta, xokl, voj, xkl, vj, ithermal, t1l, dtime, &
          time, ttime, icmd, ielas, mi, nstate, xstateini, xstate, stre, streb, stiff, iorien, pgauss, orab)
      found(i, :) = emecb
    end do
    call same('adjoint', found, want, 36)
  end do
end program closed
