#include <stdlib.h>
#include <math.h>
#include <cblas.h>
#include <lapacke.h>

/* Log marginal likelihood of a Gaussian process. */
double likelihood(int n, const double *x, const double *y, double scale, double noise) {
  double *k = malloc((size_t)n*n*sizeof(double));
  double *a = malloc((size_t)n*sizeof(double));
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      double d = (x[i] - x[j])/scale;
      k[i*n + j] = exp(-0.5*d*d);
    }
    k[i*n + i] += noise*noise;
  }
  int info = LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', n, k, n);
  if (info != 0) {
    free(k);
    free(a);
    return -1e30;
  }
  cblas_dcopy(n, y, 1, a, 1);
  LAPACKE_dpotrs(LAPACK_ROW_MAJOR, 'L', n, 1, k, n, a, 1);
  double value = -0.5*cblas_ddot(n, y, 1, a, 1);
  for (int i = 0; i < n; i++)
    value -= log(k[i*n + i]);
  free(k);
  free(a);
  return value;
}
