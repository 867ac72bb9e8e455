// Rows of a matrix whose rows are as far apart as an argument says: whether they overlap is asked where the adjoint is called.
// head: factorised(y)/(a)
// inputs: a(20) = 0.5 .. 1
// inputs: n = 3
// inputs: lda = 5
// head: rotated(y)/(a)
// inputs: a(20) = 0.5 .. 1
// inputs: n = 3
// inputs: lda = 4
// head: shifted(y)/(a)
// inputs: a(20) = 0.5 .. 1
// inputs: n = 4
// wrong: RT0404
#include <math.h>

static void axpy(int n, double al, const double *x, double *y)
{
    for (int i = 0; i < n; i++) y[i] += al*x[i];
}

static void rot(int n, double *x, double *y, double c, double s)
{
    for (int i = 0; i < n; i++) {
        double t = c*x[i] + s*y[i];
        y[i] = c*y[i] - s*x[i];
        x[i] = t;
    }
}

static void squares(int n, double *out, const double *in)
{
    for (int i = 0; i < n; i++) out[i] = in[i]*in[i];
}

void factorised(int n, int lda, double *a, double *y)
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            a[i*lda + k] /= a[k*lda + k];
            axpy(n - k - 1, -a[i*lda + k], a + k*lda + k + 1, a + i*lda + k + 1);
        }
    *y = 1;
    for (int i = 0; i < n; i++) *y *= a[i*lda + i];
}

void rotated(int n, int lda, double *a, double *y)
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double r = hypot(a[k*lda + k], a[i*lda + k]);
            rot(n - k, &a[k*lda + k], &a[i*lda + k], a[k*lda + k]/r, a[i*lda + k]/r);
        }
    *y = 1;
    for (int i = 0; i < n; i++) *y *= a[i*lda + i];
}

/* These do overlap. */
void shifted(int n, double *a, double *y)
{
    squares(n, a, a + 1);
    *y = 0;
    for (int i = 0; i < n; i++) *y += a[i];
}
