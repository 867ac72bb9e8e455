// Enumerators that are counted by the size of a table.
// head: f(y)/(x)
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(2) = 0
static const double coef[2][3] = { { 1, -2, 0.5 }, { 0 } };
static const int perm[] = { [3] = 0, [0] = 2, 1, 3 };
enum { N = sizeof perm/sizeof *perm, HALF = N >> 1 };
static double horner(const double *c, int n, double t) { return n ? *c + t*horner(c + 1, n - 1, t) : 0; }
void f(const double *x, double *y)
{
    double w[N];
    for (int i = 0; i < N; i++) w[perm[i]] = x[i]*(i + 1);
    y[0] = horner(coef[0], 3, w[HALF]) + horner(w, N, 0.3);
    y[1] = horner(coef[w[0] > 1], 3, w[1])*w[N - 1];
}
