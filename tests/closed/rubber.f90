! Hyperelastic laws: polynomials in the invariants, and Ogden's in the principal stretches. LAW is CalculiX's number of one.
program closed
  use judge
  implicit none
  integer :: kode, ithermal(2), icmd, i, j, k, point, seed
  real(dp) :: elconloc(21), elas(21), emec(6), didc(3, 3, 3), d2idc2(3, 3, 3, 3, 3), dibdc(3, 3, 3)
  real(dp) :: d2ibdc2(3, 3, 3, 3, 3), dudc(3, 3), d2udc2(3, 3, 3, 3), dldc(3, 3, 3), d2ldc2(3, 3, 3, 3, 3)
  real(dp) :: dlbdc(3, 3, 3), d2lbdc2(3, 3, 3, 3, 3), beta(6), stre(6), emecd(6), stred(6), emecb(6), streb(6)
  real(dp) :: want(6, 6), found(6, 6)
  ithermal = 0
  icmd = 0
  beta = 0.0_dp
  seed = 1
  do point = 1, 10
    call fill(seed, elconloc, 21)
    elconloc = 1.5_dp + 0.5_dp*elconloc
    call fill(seed, emec, 6)
    emec = 0.05_dp*emec
    emec(1:3) = emec(1:3) + [0.0_dp, 0.1_dp, 0.2_dp]
    kode = LAW
    call rubber(elconloc, elas, emec, kode, didc, d2idc2, dibdc, d2ibdc2, dudc, d2udc2, dldc, d2ldc2, dlbdc, d2lbdc2, &
        ithermal, icmd, beta, stre)
    k = 0
    do j = 1, 6
      do i = 1, j
        k = k + 1
        want(i, j) = elas(k)
        want(j, i) = elas(k)
      end do
    end do
    want(:, 4:6) = 2.0_dp*want(:, 4:6)
    do j = 1, 6
      emecd = 0.0_dp
      emecd(j) = 1.0_dp
      kode = LAW
      call rubber_d(elconloc, elas, emec, emecd, kode, didc, d2idc2, dibdc, d2ibdc2, dudc, d2udc2, dldc, d2ldc2, &
          dlbdc, d2lbdc2, ithermal, icmd, beta, stre, stred)
      found(:, j) = stred
    end do
    call same('tangent', found, want, 36)
    do i = 1, 6
      streb = 0.0_dp
      streb(i) = 1.0_dp
      kode = LAW
      emecb = 0.0_dp
      call rubber_b(elconloc, elas, emec, emecb, kode, didc, d2idc2, dibdc, d2ibdc2, dudc, d2udc2, dldc, d2ldc2, &
          dlbdc, d2lbdc2, ithermal, icmd, beta, stre, streb)
      found(i, :) = emecb
    end do
    call same('adjoint', found, want, 36)
  end do
end program closed
