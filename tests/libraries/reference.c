/* CBLAS and LAPACKE by the routines of reference.f90, for tests on machines without these libraries. `?` stands for d or s, `real` for their type.
   Lengths of character arguments follow the others. What lies by rows is copied, so that nothing here is like what derivatives do. */
#include <cblas.h>
#include <lapacke.h>
#include <stdlib.h>
typedef real(8) number;

static number *in(int o, int m, int n, const number *a, int lda) {
  number *t = malloc((size_t)m*n*sizeof(number));
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) t[i+j*m] = o == CblasRowMajor ? a[i*lda+j] : a[i+j*lda];
  return t;
}

static void out(int o, int m, int n, number *t, number *a, int lda) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) a[o == CblasRowMajor ? i*lda+j : i+j*lda] = t[i+j*m];
  free(t);
}

static const char *tr(int t) { return t == CblasNoTrans ? "N" : t == CblasTrans ? "T" : "C"; }
static const char *up(int u) { return u == CblasUpper ? "U" : "L"; }
static const char *un(int d) { return d == CblasUnit ? "U" : "N"; }
static const char *big(char *c) {
  if (*c >= 'a') *c += 'A' - 'a';
  return c;
}
static const char *lr(int s) { return s == CblasLeft ? "L" : "R"; }

extern void ?geqrf_(const int *m, const int *n, number *a, const int *lda, number *tau, number *work, const int *lwork, int *info);
extern void ?ormqr_(const char *side, const char *trans, const int *m, const int *n, const int *k, const number *a, const int *lda, const number *tau, number *c, const int *ldc, number *work, const int *lwork, int *info, size_t, size_t);
extern void ?orgqr_(const int *m, const int *n, const int *k, number *a, const int *lda, const number *tau, number *work, const int *lwork, int *info);
extern void ?axpy_(const int * n, const number * alpha, const number *x, const int * incx, number *y, const int * incy);
extern void ?scal_(const int * n, const number * alpha, number *x, const int * incx);
extern void ?copy_(const int * n, const number *x, const int * incx, number *y, const int * incy);
extern void ?swap_(const int * n, number *x, const int * incx, number *y, const int * incy);
extern void ?rot_(const int * n, number *x, const int * incx, number *y, const int * incy, const number * c, const number * s);
extern number ?dot_(const int * n, const number *x, const int * incx, const number *y, const int * incy);
extern number ?nrm2_(const int * n, const number *x, const int * incx);
extern number ?asum_(const int * n, const number *x, const int * incx);
extern void ?gemv_(const char *trans, const int *m, const int *n, const number *alpha, const number *a, const int *lda, const number *x, const int *incx, const number *beta, number *y, const int *incy, size_t);
extern void ?ger_(const int *m, const int *n, const number *alpha, const number *x, const int *incx, const number *y, const int *incy, number *a, const int *lda);
extern void ?symv_(const char *uplo, const int *n, const number *alpha, const number *a, const int *lda, const number *x, const int *incx, const number *beta, number *y, const int *incy, size_t);
extern void ?syr_(const char *uplo, const int *n, const number *alpha, const number *x, const int *incx, number *a, const int *lda, size_t);
extern void ?syr2_(const char *uplo, const int *n, const number *alpha, const number *x, const int *incx, const number *y, const int *incy, number *a, const int *lda, size_t);
extern void ?trmv_(const char *uplo, const char *trans, const char *diag, const int *n, const number *a, const int *lda, number *x, const int *incx, size_t, size_t, size_t);
extern void ?trsv_(const char *uplo, const char *trans, const char *diag, const int *n, const number *a, const int *lda, number *x, const int *incx, size_t, size_t, size_t);
extern void ?gemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const number *alpha, const number *a, const int *lda, const number *b, const int *ldb, const number *beta, number *c, const int *ldc, size_t, size_t);
extern void ?symm_(const char *side, const char *uplo, const int *m, const int *n, const number *alpha, const number *a, const int *lda, const number *b, const int *ldb, const number *beta, number *c, const int *ldc, size_t, size_t);
extern void ?syrk_(const char *uplo, const char *trans, const int *n, const int *k, const number *alpha, const number *a, const int *lda, const number *beta, number *c, const int *ldc, size_t, size_t);
extern void ?syr2k_(const char *uplo, const char *trans, const int *n, const int *k, const number *alpha, const number *a, const int *lda, const number *b, const int *ldb, const number *beta, number *c, const int *ldc, size_t, size_t);
extern void ?trmm_(const char *side, const char *uplo, const char *transa, const char *diag, const int *m, const int *n, const number *alpha, const number *a, const int *lda, number *b, const int *ldb, size_t, size_t, size_t, size_t);
extern void ?trsm_(const char *side, const char *uplo, const char *transa, const char *diag, const int *m, const int *n, const number *alpha, const number *a, const int *lda, number *b, const int *ldb, size_t, size_t, size_t, size_t);
extern void ?potrf_(const char *uplo, const int *n, number *a, const int *lda, int *info, size_t);
extern void ?potrs_(const char *uplo, const int *n, const int *nrhs, const number *a, const int *lda, number *b, const int *ldb, int *info, size_t);
extern void ?posv_(const char *uplo, const int *n, const int *nrhs, number *a, const int *lda, number *b, const int *ldb, int *info, size_t);
extern void ?potri_(const char *uplo, const int *n, number *a, const int *lda, int *info, size_t);
extern void ?trtrs_(const char *uplo, const char *trans, const char *diag, const int *n, const int *nrhs, const number *a, const int *lda, number *b, const int *ldb, int *info, size_t, size_t, size_t);
extern void ?getrf_(const int *m, const int *n, number *a, const int *lda, int *ipiv, int *info);
extern void ?getrs_(const char *trans, const int *n, const int *nrhs, const number *a, const int *lda, const int *ipiv, number *b, const int *ldb, int *info, size_t);
extern void ?gesv_(const int *n, const int *nrhs, number *a, const int *lda, int *ipiv, number *b, const int *ldb, int *info);
extern void ?getri_(const int *n, number *a, const int *lda, const int *ipiv, number *work, const int *lwork, int *info);
extern void ?gtsv_(const int *n, const int *nrhs, number *dl, number *d, number *du, number *b, const int *ldb, int *info);
extern void ?ptsv_(const int *n, const int *nrhs, number *d, number *e, number *b, const int *ldb, int *info);
extern void ?rotg_(number *a, number *b, number *c, number *s);
extern void ?gels_(const char *trans, const int *m, const int *n, const int *nrhs, number *a, const int *lda, number *b, const int *ldb, number *work, const int *lwork, int *info, size_t);
extern void ?syev_(const char *jobz, const char *uplo, const int *n, number *a, const int *lda, number *w, number *work, const int *lwork, int *info, size_t, size_t);
extern void ?laswp_(const int *n, number *a, const int *lda, const int *k1, const int *k2, const int *ipiv, const int *incx);

void cblas_?axpy(int n, number alpha, const number *x, int incx, number *y, int incy) { ?axpy_(&n, &alpha, x, &incx, y, &incy); }

void cblas_?scal(int n, number alpha, number *x, int incx) { ?scal_(&n, &alpha, x, &incx); }

void cblas_?copy(int n, const number *x, int incx, number *y, int incy) { ?copy_(&n, x, &incx, y, &incy); }

void cblas_?swap(int n, number *x, int incx, number *y, int incy) { ?swap_(&n, x, &incx, y, &incy); }

void cblas_?rot(int n, number *x, int incx, number *y, int incy, number c, number s) { ?rot_(&n, x, &incx, y, &incy, &c, &s); }

number cblas_?dot(int n, const number *x, int incx, const number *y, int incy) { return ?dot_(&n, x, &incx, y, &incy); }

number cblas_?nrm2(int n, const number *x, int incx) { return ?nrm2_(&n, x, &incx); }

number cblas_?asum(int n, const number *x, int incx) { return ?asum_(&n, x, &incx); }

size_t cblas_i?amax(int n, const number *x, int incx) {
  size_t best = 0;
  for (int i = 1; i < n; i++) {
    number a = x[i*incx], b = x[best*incx];
    if ((a < 0 ? -a : a) > (b < 0 ? -b : b)) best = i;
  }
  return best;
}

void cblas_?gemv(CBLAS_ORDER o, CBLAS_TRANSPOSE trans, int m, int n, number alpha, const number *a, int lda, const number *x, int incx, number beta, number *y, int incy) {
  int ra = m, ca = n;
  number *A = in(o, ra, ca, a, lda);
  ?gemv_(tr(trans), &m, &n, &alpha, A, &ra, x, &incx, &beta, y, &incy, 1);
  free(A);
}

void cblas_?ger(CBLAS_ORDER o, int m, int n, number alpha, const number *x, int incx, const number *y, int incy, number *a, int lda) {
  int ra = m, ca = n;
  number *A = in(o, ra, ca, a, lda);
  ?ger_(&m, &n, &alpha, x, &incx, y, &incy, A, &ra);
  out(o, ra, ca, A, a, lda);
}

void cblas_?symv(CBLAS_ORDER o, CBLAS_UPLO uplo, int n, number alpha, const number *a, int lda, const number *x, int incx, number beta, number *y, int incy) {
  int ra = n, ca = n;
  number *A = in(o, ra, ca, a, lda);
  ?symv_(up(uplo), &n, &alpha, A, &ra, x, &incx, &beta, y, &incy, 1);
  free(A);
}

void cblas_?syr(CBLAS_ORDER o, CBLAS_UPLO uplo, int n, number alpha, const number *x, int incx, number *a, int lda) {
  int ra = n, ca = n;
  number *A = in(o, ra, ca, a, lda);
  ?syr_(up(uplo), &n, &alpha, x, &incx, A, &ra, 1);
  out(o, ra, ca, A, a, lda);
}

void cblas_?syr2(CBLAS_ORDER o, CBLAS_UPLO uplo, int n, number alpha, const number *x, int incx, const number *y, int incy, number *a, int lda) {
  int ra = n, ca = n;
  number *A = in(o, ra, ca, a, lda);
  ?syr2_(up(uplo), &n, &alpha, x, &incx, y, &incy, A, &ra, 1);
  out(o, ra, ca, A, a, lda);
}

void cblas_?trmv(CBLAS_ORDER o, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, int n, const number *a, int lda, number *x, int incx) {
  int ra = n, ca = n;
  number *A = in(o, ra, ca, a, lda);
  ?trmv_(up(uplo), tr(trans), un(diag), &n, A, &ra, x, &incx, 1, 1, 1);
  free(A);
}

void cblas_?trsv(CBLAS_ORDER o, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, int n, const number *a, int lda, number *x, int incx) {
  int ra = n, ca = n;
  number *A = in(o, ra, ca, a, lda);
  ?trsv_(up(uplo), tr(trans), un(diag), &n, A, &ra, x, &incx, 1, 1, 1);
  free(A);
}

void cblas_?gemm(CBLAS_ORDER o, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, int m, int n, int k, number alpha, const number *a, int lda, const number *b, int ldb, number beta, number *c, int ldc) {
  int ra = transa == CblasNoTrans ? m : k, ca = transa == CblasNoTrans ? k : m;
  number *A = in(o, ra, ca, a, lda);
  int rb = transb == CblasNoTrans ? k : n, cb = transb == CblasNoTrans ? n : k;
  number *B = in(o, rb, cb, b, ldb);
  int rc = m, cc = n;
  number *C = in(o, rc, cc, c, ldc);
  ?gemm_(tr(transa), tr(transb), &m, &n, &k, &alpha, A, &ra, B, &rb, &beta, C, &rc, 1, 1);
  free(A);
  free(B);
  out(o, rc, cc, C, c, ldc);
}

void cblas_?symm(CBLAS_ORDER o, CBLAS_SIDE side, CBLAS_UPLO uplo, int m, int n, number alpha, const number *a, int lda, const number *b, int ldb, number beta, number *c, int ldc) {
  int ra = side == CblasLeft ? m : n, ca = ra;
  number *A = in(o, ra, ca, a, lda);
  int rb = m, cb = n;
  number *B = in(o, rb, cb, b, ldb);
  int rc = m, cc = n;
  number *C = in(o, rc, cc, c, ldc);
  ?symm_(lr(side), up(uplo), &m, &n, &alpha, A, &ra, B, &rb, &beta, C, &rc, 1, 1);
  free(A);
  free(B);
  out(o, rc, cc, C, c, ldc);
}

void cblas_?syrk(CBLAS_ORDER o, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, int n, int k, number alpha, const number *a, int lda, number beta, number *c, int ldc) {
  int ra = trans == CblasNoTrans ? n : k, ca = trans == CblasNoTrans ? k : n;
  number *A = in(o, ra, ca, a, lda);
  int rc = n, cc = n;
  number *C = in(o, rc, cc, c, ldc);
  ?syrk_(up(uplo), tr(trans), &n, &k, &alpha, A, &ra, &beta, C, &rc, 1, 1);
  free(A);
  out(o, rc, cc, C, c, ldc);
}

void cblas_?syr2k(CBLAS_ORDER o, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, int n, int k, number alpha, const number *a, int lda, const number *b, int ldb, number beta, number *c, int ldc) {
  int ra = trans == CblasNoTrans ? n : k, ca = trans == CblasNoTrans ? k : n;
  number *A = in(o, ra, ca, a, lda);
  int rb = trans == CblasNoTrans ? n : k, cb = trans == CblasNoTrans ? k : n;
  number *B = in(o, rb, cb, b, ldb);
  int rc = n, cc = n;
  number *C = in(o, rc, cc, c, ldc);
  ?syr2k_(up(uplo), tr(trans), &n, &k, &alpha, A, &ra, B, &rb, &beta, C, &rc, 1, 1);
  free(A);
  free(B);
  out(o, rc, cc, C, c, ldc);
}

void cblas_?trmm(CBLAS_ORDER o, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_TRANSPOSE transa, CBLAS_DIAG diag, int m, int n, number alpha, const number *a, int lda, number *b, int ldb) {
  int ra = side == CblasLeft ? m : n, ca = ra;
  number *A = in(o, ra, ca, a, lda);
  int rb = m, cb = n;
  number *B = in(o, rb, cb, b, ldb);
  ?trmm_(lr(side), up(uplo), tr(transa), un(diag), &m, &n, &alpha, A, &ra, B, &rb, 1, 1, 1, 1);
  free(A);
  out(o, rb, cb, B, b, ldb);
}

void cblas_?trsm(CBLAS_ORDER o, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_TRANSPOSE transa, CBLAS_DIAG diag, int m, int n, number alpha, const number *a, int lda, number *b, int ldb) {
  int ra = side == CblasLeft ? m : n, ca = ra;
  number *A = in(o, ra, ca, a, lda);
  int rb = m, cb = n;
  number *B = in(o, rb, cb, b, ldb);
  ?trsm_(lr(side), up(uplo), tr(transa), un(diag), &m, &n, &alpha, A, &ra, B, &rb, 1, 1, 1, 1);
  free(A);
  out(o, rb, cb, B, b, ldb);
}

int LAPACKE_?potrf(int o, char uplo, int n, number *a, int lda) {
  int info = 0;
  int ra = n, ca = n;
  number *A = in(o, ra, ca, a, lda);
  ?potrf_(big(&uplo), &n, A, &ra, &info, 1);
  out(o, ra, ca, A, a, lda);
  return info;
}

int LAPACKE_?potrs(int o, char uplo, int n, int nrhs, const number *a, int lda, number *b, int ldb) {
  int info = 0;
  int ra = n, ca = n;
  number *A = in(o, ra, ca, a, lda);
  int rb = n, cb = nrhs;
  number *B = in(o, rb, cb, b, ldb);
  ?potrs_(big(&uplo), &n, &nrhs, A, &ra, B, &rb, &info, 1);
  free(A);
  out(o, rb, cb, B, b, ldb);
  return info;
}

int LAPACKE_?posv(int o, char uplo, int n, int nrhs, number *a, int lda, number *b, int ldb) {
  int info = 0;
  int ra = n, ca = n;
  number *A = in(o, ra, ca, a, lda);
  int rb = n, cb = nrhs;
  number *B = in(o, rb, cb, b, ldb);
  ?posv_(big(&uplo), &n, &nrhs, A, &ra, B, &rb, &info, 1);
  out(o, ra, ca, A, a, lda);
  out(o, rb, cb, B, b, ldb);
  return info;
}

int LAPACKE_?potri(int o, char uplo, int n, number *a, int lda) {
  int info = 0;
  int ra = n, ca = n;
  number *A = in(o, ra, ca, a, lda);
  ?potri_(big(&uplo), &n, A, &ra, &info, 1);
  out(o, ra, ca, A, a, lda);
  return info;
}

int LAPACKE_?trtrs(int o, char uplo, char trans, char diag, int n, int nrhs, const number *a, int lda, number *b, int ldb) {
  int info = 0;
  int ra = n, ca = n;
  number *A = in(o, ra, ca, a, lda);
  int rb = n, cb = nrhs;
  number *B = in(o, rb, cb, b, ldb);
  ?trtrs_(big(&uplo), big(&trans), big(&diag), &n, &nrhs, A, &ra, B, &rb, &info, 1, 1, 1);
  free(A);
  out(o, rb, cb, B, b, ldb);
  return info;
}

int LAPACKE_?getrf(int o, int m, int n, number *a, int lda, int *ipiv) {
  int info = 0;
  int ra = m, ca = n;
  number *A = in(o, ra, ca, a, lda);
  ?getrf_(&m, &n, A, &ra, ipiv, &info);
  out(o, ra, ca, A, a, lda);
  return info;
}

int LAPACKE_?getrs(int o, char trans, int n, int nrhs, const number *a, int lda, const int *ipiv, number *b, int ldb) {
  int info = 0;
  int ra = n, ca = n;
  number *A = in(o, ra, ca, a, lda);
  int rb = n, cb = nrhs;
  number *B = in(o, rb, cb, b, ldb);
  ?getrs_(big(&trans), &n, &nrhs, A, &ra, ipiv, B, &rb, &info, 1);
  free(A);
  out(o, rb, cb, B, b, ldb);
  return info;
}

int LAPACKE_?gesv(int o, int n, int nrhs, number *a, int lda, int *ipiv, number *b, int ldb) {
  int info = 0;
  int ra = n, ca = n;
  number *A = in(o, ra, ca, a, lda);
  int rb = n, cb = nrhs;
  number *B = in(o, rb, cb, b, ldb);
  ?gesv_(&n, &nrhs, A, &ra, ipiv, B, &rb, &info);
  out(o, ra, ca, A, a, lda);
  out(o, rb, cb, B, b, ldb);
  return info;
}

int LAPACKE_?getri(int o, int n, number *a, int lda, const int *ipiv) {
  int info = 0;
  number work[1000];
  int lwork = 1000;
  int ra = n, ca = n;
  number *A = in(o, ra, ca, a, lda);
  ?getri_(&n, A, &ra, ipiv, work, &lwork, &info);
  out(o, ra, ca, A, a, lda);
  return info;
}

int LAPACKE_?gtsv(int o, int n, int nrhs, number *dl, number *d, number *du, number *b, int ldb) {
  int info = 0;
  int rb = n, cb = nrhs;
  number *B = in(o, rb, cb, b, ldb);
  ?gtsv_(&n, &nrhs, dl, d, du, B, &rb, &info);
  out(o, rb, cb, B, b, ldb);
  return info;
}

int LAPACKE_?gels(int o, char trans, int m, int n, int nrhs, number *a, int lda, number *b, int ldb) {
  int info = 0;
  number work[1000];
  int lwork = 1000;
  int ra = m, ca = n;
  number *A = in(o, ra, ca, a, lda);
  int rb = m > n ? m : n, cb = nrhs;
  number *B = in(o, rb, cb, b, ldb);
  ?gels_(big(&trans), &m, &n, &nrhs, A, &ra, B, &rb, work, &lwork, &info, 1);
  out(o, ra, ca, A, a, lda);
  out(o, rb, cb, B, b, ldb);
  return info;
}

int LAPACKE_?syev(int o, char jobz, char uplo, int n, number *a, int lda, number *w) {
  int info = 0;
  number work[1000];
  int lwork = 1000;
  int ra = n, ca = n;
  number *A = in(o, ra, ca, a, lda);
  ?syev_(big(&jobz), big(&uplo), &n, A, &ra, w, work, &lwork, &info, 1, 1);
  out(o, ra, ca, A, a, lda);
  return info;
}

int LAPACKE_?laswp(int o, int n, number *a, int lda, int k1, int k2, const int *ipiv, int incx) {
  int info = 0;
  int ra = k2, ca = n;
  number *A = in(o, ra, ca, a, lda);
  ?laswp_(&n, A, &ra, &k1, &k2, ipiv, &incx);
  out(o, ra, ca, A, a, lda);
  return info;
}

int LAPACKE_?ptsv(int o, int n, int nrhs, number *d, number *e, number *b, int ldb) {
  int info = 0;
  int rb = n, cb = nrhs;
  number *B = in(o, rb, cb, b, ldb);
  ?ptsv_(&n, &nrhs, d, e, B, &rb, &info);
  out(o, rb, cb, B, b, ldb);
  return info;
}

void cblas_?rotg(number *a, number *b, number *c, number *s) { ?rotg_(a, b, c, s); }

int LAPACKE_?geqrf(int o, int m, int n, number *a, int lda, number *tau) {
  int info = 0;
  number work[1000];
  int lwork = 1000;
  int ra = m, ca = n;
  number *A = in(o, ra, ca, a, lda);
  ?geqrf_(&m, &n, A, &ra, tau, work, &lwork, &info);
  out(o, ra, ca, A, a, lda);
  return info;
}

int LAPACKE_?ormqr(int o, char side, char trans, int m, int n, int k, const number *a, int lda, const number *tau, number *c, int ldc) {
  int info = 0;
  number work[1000];
  int lwork = 1000;
  int ra = *big(&side) == 'L' ? m : n, ca = k;
  number *A = in(o, ra, ca, a, lda);
  int rc = m, cc = n;
  number *C = in(o, rc, cc, c, ldc);
  ?ormqr_(big(&side), big(&trans), &m, &n, &k, A, &ra, tau, C, &rc, work, &lwork, &info, 1, 1);
  free(A);
  out(o, rc, cc, C, c, ldc);
  return info;
}

int LAPACKE_?orgqr(int o, int m, int n, int k, number *a, int lda, const number *tau) {
  int info = 0;
  number work[1000];
  int lwork = 1000;
  int ra = m, ca = n;
  number *A = in(o, ra, ca, a, lda);
  ?orgqr_(&m, &n, &k, A, &ra, tau, work, &lwork, &info);
  out(o, ra, ca, A, a, lda);
  return info;
}
