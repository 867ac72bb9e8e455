! The Newton matrices that XFOIL computes beside its residuals: d RES = - VS1 d P1 - VS2 d P2.
program closed
  use judge
  implicit none
  real(dp) :: p1(5), p2(5), p1d(5), p2d(5), p1b(5), p2b(5), res(3), resd(3), resb(3), rows(10), want(10), u(10)
  real(dp) :: par(10), vs1(4, 5), vs2(4, 5), rest(16), dwte, qinf, tk, tkms, rst, rstms, hst, hstms, re, rems, rere
  real(dp) :: first, shape, gam, gm1, hvrat, bule, xiforc, amcrit
  integer :: idampv, lam, k, j, point, seed
  logical :: flags(6), counts(10)
  common /blpar/ par
  common /v_sys/ vs1, vs2, rest
  common /v_var/ dwte, qinf, tk, tkms, rst, rstms, hst, hstms, re, rems, rere, gam, gm1, hvrat, bule, xiforc, amcrit
  common /v_int/ flags, idampv
  par = [5.6_dp, 6.7_dp, 0.75_dp, 18.0_dp, 0.9_dp, 1.8_dp, 3.3_dp, 1.0_dp, 0.5_dp/(6.7_dp**2*0.75_dp), 1.0_dp]
  dwte = 0.0_dp
  qinf = 1.0_dp
  tk = 0.01_dp
  rst = 1.0_dp
  hst = 0.02_dp
  re = 1.0e6_dp
  gm1 = 0.4_dp
  gam = 1.4_dp
  hvrat = 0.35_dp
  bule = 1.0_dp
  amcrit = 9.0_dp
  tkms = 0.0_dp
  rstms = 0.0_dp
  hstms = 0.0_dp
  rems = 0.0_dp
  rere = 1.0_dp
  xiforc = 1.0_dp
  idampv = 0
  seed = 1
  do lam = 1, 3
    ! The shear, or the amplification: below 8 XFOIL cuts off what depends on it, but not its derivative AX_A1.
    first = merge(8.5_dp, 0.06_dp, lam == 1)
    ! The shape: where instability sets in, XFOIL's AX_RT has ln 10 to eight digits.
    shape = merge(3.0_dp, 2.2_dp, lam == 1)
    do point = 1, 10
      call fill(seed, u, 10)
      p1 = [first, 2.0e-3_dp, 2.0e-3_dp*shape, 1.0_dp, 1.0_dp]*(1.0_dp + 0.05_dp*u(:5))
      p2 = [first, 2.1e-3_dp, 2.1e-3_dp*shape, 0.98_dp, 1.2_dp]*(1.0_dp + 0.05_dp*u(6:))
      call interv(lam, p1, p2, res)
      do k = 1, 3
        want = -[vs1(k, :), vs2(k, :)]
        ! XFOIL computes how UQ depends on the Reynolds numbers (UQ_RTA) and leaves it out: its matrix is wrong by 3e-3 there.
        counts = .not. (k == 1 .and. lam == 2 .and. [(any(mod(j, 5) == [2, 4]), j=1, 10)])
        do j = 1, 10
          p1d = 0.0_dp
          p2d = 0.0_dp
          if (j <= 5) p1d(j) = 1.0_dp
          if (j > 5) p2d(j - 5) = 1.0_dp
          call interv_d(lam, p1, p1d, p2, p2d, res, resd)
          rows(j) = resd(k)
        end do
        call each('tangent '//achar(48 + lam)//achar(48 + k), pack(rows, counts), pack(want, counts), count(counts))
        p1b = 0.0_dp
        p2b = 0.0_dp
        resb = 0.0_dp
        resb(k) = 1.0_dp
        call interv_b(lam, p1, p1b, p2, p2b, res, resb)
        call each('adjoint '//achar(48 + lam)//achar(48 + k), pack([p1b, p2b], counts), pack(want, counts), count(counts))
        call interv(lam, p1, p2, res)
      end do
    end do
  end do
end program closed
