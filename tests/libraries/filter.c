/* Log likelihood of observations by a Kalman filter. */
#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>
#define N 4
#define M 2
typedef struct { double f[N*N], q[N*N], h[M*N], r[M*M]; } Model;

static void product(int m, int n, int k, const double *a, const double *b, double *c) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0, a, k, b, n, 0.0, c, n);
}

double filter(const Model *w, const double *z, int nt) {
  double x[N] = {0}, p[N*N] = {0}, xp[N], pp[N*N], t[N*N], s[M*M], k[M*N], e[M], ll = 0.0;
  for (int i = 0; i < N; i++) p[i*N+i] = 1.0;
  for (int step = 0; step < nt; step++) {
    cblas_dgemv(CblasRowMajor, CblasNoTrans, N, N, 1.0, w->f, N, x, 1, 0.0, xp, 1);
    product(N, N, N, w->f, p, t);
    cblas_dscal(N*N, 0.1, t, 1);
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) pp[i*N+j] = (i == j ? 0.2 : 0.0) + 0.01*w->q[i*N+j];
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, N, N, N, 1.0, t, N, w->f, N, 1.0, pp, N);
    /* innovation */
    cblas_dcopy(M, &z[step*M], 1, e, 1);
    cblas_dgemv(CblasRowMajor, CblasNoTrans, M, N, -1.0, w->h, N, xp, 1, 1.0, e, 1);
    product(M, N, N, w->h, pp, k);
    for (int i = 0; i < M*M; i++) s[i] = 0.1*w->r[i] + (i % (M + 1) == 0 ? 3.0 : 0.0);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, M, M, N, 1.0, k, N, w->h, N, 1.0, s, M);
    if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', M, s, M)) return NAN;
    for (int i = 0; i < M; i++) ll -= log(s[i*M+i]);
    cblas_dtrsm(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, M, N, 1.0, s, M, k, N);
    cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, M, s, M, e, 1);
    ll -= 0.5*cblas_ddot(M, e, 1, e, 1);
    cblas_dcopy(N, xp, 1, x, 1);
    cblas_dgemv(CblasRowMajor, CblasTrans, M, N, 1.0, k, N, e, 1, 1.0, x, 1);
    memcpy(p, pp, sizeof p);
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, N, N, M, -1.0, k, N, k, N, 1.0, p, N);
  }
  return ll;
}
