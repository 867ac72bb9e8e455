/* What a LAPACKE declares, as far as tests call it. */
#ifndef LAPACKE_H
#define LAPACKE_H
#define LAPACK_ROW_MAJOR 101
#define LAPACK_COL_MAJOR 102
#define lapack_int int
#define DECLARED_TOO(T, P) \
lapack_int LAPACKE_##P##potrf(int layout, char uplo, lapack_int n, T *a, lapack_int lda); \
lapack_int LAPACKE_##P##potrs(int layout, char uplo, lapack_int n, lapack_int nrhs, const T *a, lapack_int lda, T *b, lapack_int ldb); \
lapack_int LAPACKE_##P##posv(int layout, char uplo, lapack_int n, lapack_int nrhs, T *a, lapack_int lda, T *b, lapack_int ldb); \
lapack_int LAPACKE_##P##potri(int layout, char uplo, lapack_int n, T *a, lapack_int lda); \
lapack_int LAPACKE_##P##trtrs(int layout, char uplo, char trans, char diag, lapack_int n, lapack_int nrhs, const T *a, lapack_int lda, T *b, lapack_int ldb); \
lapack_int LAPACKE_##P##getrf(int layout, lapack_int m, lapack_int n, T *a, lapack_int lda, lapack_int *ipiv); \
lapack_int LAPACKE_##P##getrs(int layout, char trans, lapack_int n, lapack_int nrhs, const T *a, lapack_int lda, const lapack_int *ipiv, T *b, lapack_int ldb); \
lapack_int LAPACKE_##P##gesv(int layout, lapack_int n, lapack_int nrhs, T *a, lapack_int lda, lapack_int *ipiv, T *b, lapack_int ldb); \
lapack_int LAPACKE_##P##getri(int layout, lapack_int n, T *a, lapack_int lda, const lapack_int *ipiv); \
lapack_int LAPACKE_##P##gtsv(int layout, lapack_int n, lapack_int nrhs, T *dl, T *d, T *du, T *b, lapack_int ldb); \
lapack_int LAPACKE_##P##ptsv(int layout, lapack_int n, lapack_int nrhs, T *d, T *e, T *b, lapack_int ldb); \
lapack_int LAPACKE_##P##gels(int layout, char trans, lapack_int m, lapack_int n, lapack_int nrhs, T *a, lapack_int lda, T *b, lapack_int ldb); \
lapack_int LAPACKE_##P##geqrf(int layout, lapack_int m, lapack_int n, T *a, lapack_int lda, T *tau); \
lapack_int LAPACKE_##P##ormqr(int layout, char side, char trans, lapack_int m, lapack_int n, lapack_int k, const T *a, lapack_int lda, const T *tau, T *c, lapack_int ldc); \
lapack_int LAPACKE_##P##orgqr(int layout, lapack_int m, lapack_int n, lapack_int k, T *a, lapack_int lda, const T *tau); \
lapack_int LAPACKE_##P##syev(int layout, char jobz, char uplo, lapack_int n, T *a, lapack_int lda, T *w); \
lapack_int LAPACKE_##P##laswp(int layout, lapack_int n, T *a, lapack_int lda, lapack_int k1, lapack_int k2, const lapack_int *ipiv, lapack_int incx);
DECLARED_TOO(double, d)
DECLARED_TOO(float, s)
#endif
