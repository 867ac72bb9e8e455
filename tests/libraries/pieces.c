/* Pieces of arrays, pointers that walk, vectors that are given twice. */
#include <cblas.h>
void pieces(double x[4], const double y[4], double *s) {
  double t[8], w[4] = {0.1, 0.2, 0.3, 0.4};
  double *p = t;
  cblas_dcopy(4, x, 1, p, 1);
  p += 4;
  cblas_dcopy(4, y, 1, p, 1);
  cblas_daxpy(4, x[1], t, 1, p, 1);
  cblas_daxpy(4, 2.0, w, 1, p, 1);
  cblas_dscal(4, 0.3, w, 1);
  cblas_drot(2, t, 1, t + 4, 1, 0.6, x[2]);
  cblas_dswap(3, p, 1, x, 1);
  *s = cblas_ddot(4, t, 2, w, 1) + cblas_ddot(4, t, 2, t + 1, 2) + cblas_dasum(4, p, 1) + p[cblas_idamax(4, p, 1)];
  for (int i = 0; i < 4; i++) *s += x[i]*y[i];
}
