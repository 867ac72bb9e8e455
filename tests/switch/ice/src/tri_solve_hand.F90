!> Derivatives of the solver by hand: the transposed system.
subroutine tri_solve_b(n, a, ab, b, bb, c, cb, r, rb, x, xb)
implicit none
integer :: n, i
double precision :: a(n), ab(n), b(n), bb(n), c(n), cb(n), r(n), rb(n), x(n), xb(n)
double precision :: at(n), ct(n), y(n)
external :: tri_solve
call tri_solve(n, a, b, c, r, x)
at(1) = 0
at(2:n) = c(1:n - 1)
ct(1:n - 1) = a(2:n)
ct(n) = 0
call tri_solve(n, at, b, ct, xb, y)
rb = rb + y
do i = 1, n
  bb(i) = bb(i) - y(i)*x(i)
  if (i > 1) ab(i) = ab(i) - y(i)*x(i - 1)
  if (i < n) cb(i) = cb(i) - y(i)*x(i + 1)
end do
xb = 0
end subroutine tri_solve_b

subroutine tri_solve_d(n, a, ad, b, bd, c, cd, r, rd, x, xd)
implicit none
integer :: n, i
double precision :: a(n), ad(n), b(n), bd(n), c(n), cd(n), r(n), rd(n), x(n), xd(n), s(n)
external :: tri_solve
call tri_solve(n, a, b, c, r, x)
s = rd - bd*x
do i = 1, n
  if (i > 1) s(i) = s(i) - ad(i)*x(i - 1)
  if (i < n) s(i) = s(i) - cd(i)*x(i + 1)
end do
call tri_solve(n, a, b, c, s, xd)
end subroutine tri_solve_d
