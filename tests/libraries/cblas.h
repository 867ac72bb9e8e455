/* What a CBLAS declares, as far as tests call it. */
#ifndef CBLAS_H
#define CBLAS_H
#include <stddef.h>
enum CBLAS_ORDER { CblasRowMajor = 101, CblasColMajor = 102 };
enum CBLAS_TRANSPOSE { CblasNoTrans = 111, CblasTrans = 112, CblasConjTrans = 113 };
enum CBLAS_UPLO { CblasUpper = 121, CblasLower = 122 };
enum CBLAS_DIAG { CblasNonUnit = 131, CblasUnit = 132 };
enum CBLAS_SIDE { CblasLeft = 141, CblasRight = 142 };
typedef enum CBLAS_ORDER CBLAS_ORDER;
typedef enum CBLAS_TRANSPOSE CBLAS_TRANSPOSE;
typedef enum CBLAS_UPLO CBLAS_UPLO;
typedef enum CBLAS_DIAG CBLAS_DIAG;
typedef enum CBLAS_SIDE CBLAS_SIDE;
#define DECLARED(T, P) \
T cblas_##P##dot(int n, const T *x, int incx, const T *y, int incy); \
T cblas_##P##nrm2(int n, const T *x, int incx); \
T cblas_##P##asum(int n, const T *x, int incx); \
size_t cblas_i##P##amax(int n, const T *x, int incx); \
void cblas_##P##axpy(int n, T alpha, const T *x, int incx, T *y, int incy); \
void cblas_##P##scal(int n, T alpha, T *x, int incx); \
void cblas_##P##copy(int n, const T *x, int incx, T *y, int incy); \
void cblas_##P##swap(int n, T *x, int incx, T *y, int incy); \
void cblas_##P##rotg(T *a, T *b, T *c, T *s); \
void cblas_##P##rot(int n, T *x, int incx, T *y, int incy, T c, T s); \
void cblas_##P##gemv(CBLAS_ORDER order, CBLAS_TRANSPOSE trans, int m, int n, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y, int incy); \
void cblas_##P##ger(CBLAS_ORDER order, int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a, int lda); \
void cblas_##P##symv(CBLAS_ORDER order, CBLAS_UPLO uplo, int n, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y, int incy); \
void cblas_##P##syr(CBLAS_ORDER order, CBLAS_UPLO uplo, int n, T alpha, const T *x, int incx, T *a, int lda); \
void cblas_##P##syr2(CBLAS_ORDER order, CBLAS_UPLO uplo, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a, int lda); \
void cblas_##P##trmv(CBLAS_ORDER order, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, int n, const T *a, int lda, T *x, int incx); \
void cblas_##P##trsv(CBLAS_ORDER order, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, int n, const T *a, int lda, T *x, int incx); \
void cblas_##P##gemm(CBLAS_ORDER order, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, int m, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb, T beta, T *c, int ldc); \
void cblas_##P##symm(CBLAS_ORDER order, CBLAS_SIDE side, CBLAS_UPLO uplo, int m, int n, T alpha, const T *a, int lda, const T *b, int ldb, T beta, T *c, int ldc); \
void cblas_##P##syrk(CBLAS_ORDER order, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, int n, int k, T alpha, const T *a, int lda, T beta, T *c, int ldc); \
void cblas_##P##syr2k(CBLAS_ORDER order, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb, T beta, T *c, int ldc); \
void cblas_##P##trmm(CBLAS_ORDER order, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_TRANSPOSE transa, CBLAS_DIAG diag, int m, int n, T alpha, const T *a, int lda, T *b, int ldb); \
void cblas_##P##trsm(CBLAS_ORDER order, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_TRANSPOSE transa, CBLAS_DIAG diag, int m, int n, T alpha, const T *a, int lda, T *b, int ldb);
DECLARED(double, d)
DECLARED(float, s)
#endif
