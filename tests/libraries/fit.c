#include <stdlib.h>
#include <math.h>
#include <cblas.h>
#include <lapacke.h>
/* least squares fit of a polynomial through (t, y): residual and value at s */
void fit(int m, int degree, const double *t, const double *y, double s, double *value, double *rss) {
  int n = degree + 1;
  double *a = malloc(sizeof(double)*m*n), *b = malloc(sizeof(double)*m);
  for (int i = 0; i < m; i++) {
    double p = 1.0;
    for (int j = 0; j < n; j++) { a[i + m*j] = p; p *= t[i]; }
    b[i] = y[i];
  }
  LAPACKE_dgels(LAPACK_COL_MAJOR, 'N', m, n, 1, a, m, b, m);
  *rss = cblas_dnrm2(m - n, b + n, 1);
  double v = 0.0;
  for (int j = n - 1; j >= 0; j--) v = v*s + b[j];
  *value = v;
  free(a); free(b);
}
