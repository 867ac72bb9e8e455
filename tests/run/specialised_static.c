// head: run(x)\(y)
// inputs: n=3
// options: -specializeactivity %all%
#include <math.h>
static double norm(int n, const double *a, const double *b) {
  double s = 0;
  for (int i = 0; i < n; i++) s += a[i]*sin(b[i]);
  return s;
}
void run(int n, const double x[n], double *y) {
  double c[3] = {1., 2., 3.};
  double p = norm(n, x, c), q = norm(n, c, x), r = norm(n, x, x);
  *y = p*q*r;
}
