/* Least squares by the factors of a matrix by rows, whose orthogonal part is made. */
#include <math.h>
#include <stdlib.h>
#include <cblas.h>
#include <lapacke.h>

void factored(int m, int n, const double *t, const double *y, double *x, double *rss)
{
  double *a = malloc(m*n*sizeof(double));
  double *q = malloc(m*n*sizeof(double));
  double tau[10], r[20];
  int i, j;
  for (i = 0; i < m; i++)
    for (j = 0; j < n; j++)
      a[i*n+j] = cos((j + 1)*t[i]) + pow(t[i], j + 1);
  LAPACKE_dgeqrf(LAPACK_ROW_MAJOR, m, n, a, n, tau);
  for (i = 0; i < m*n; i++)
    q[i] = a[i];
  LAPACKE_dorgqr(LAPACK_ROW_MAJOR, m, n, n, q, n, tau);
  cblas_dgemv(CblasRowMajor, CblasTrans, m, n, 1.0, q, n, y, 1, 0.0, x, 1);
  for (i = 0; i < m; i++)
    r[i] = y[i];
  cblas_dgemv(CblasRowMajor, CblasNoTrans, m, n, -1.0, q, n, x, 1, 1.0, r, 1);
  *rss = cblas_ddot(m, r, 1, r, 1);
  LAPACKE_dtrtrs(LAPACK_ROW_MAJOR, 'U', 'N', 'N', n, 1, a, n, x, 1);
  free(a);
  free(q);
}
