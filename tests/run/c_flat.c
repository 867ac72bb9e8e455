// Matrices that lie flat in memory: factorised in place by rows, updated through rows that overlap, through positions beyond a row, twice.
// head: flat(x)\(r)
// inputs: n = 4
// inputs: m = 3
// inputs: x(16) = 0.2 .. 0.9
#include <math.h>
#include <stddef.h>

#define ROW(a, i, n) ((a) + (size_t)(i) * (size_t)(n))

/* nothing needed is overwritten: by rows */
static void cholesky(int n, double *a)
{
    for (int i = 0; i < n; i++) {
        double *ri = ROW(a, i, n), s;
        for (int j = 0; j < i; j++) {
            const double *rj = ROW(a, j, n);
            s = ri[j];
            for (int k = 0; k < j; k++)
                s -= ri[k] * rj[k];
            ri[j] = s / rj[j];
        }
        s = ri[i];
        for (int k = 0; k < i; k++)
            s -= ri[k] * ri[k];
        ri[i] = sqrt(s);
    }
}

/* the same element by several names; the diagonal is needed before it is overwritten */
static void lower(int n, double *a)
{
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++) {
            a[i*n + j] = a[i*n + j] * a[j*n + j];
            a[i*n + i] -= a[i*n + j] * ROW(a, i, n)[j] * 0.1;
        }
}

/* rows of m elements, which reach n elements far: they overlap */
static void overlap(int n, int m, double *a)
{
    for (int i = 0; i < m; i++) {
        double *row = &a[i*m];
        for (int j = 0; j < n; j++)
            row[j] = 0.4 * row[j] * row[0] + 0.1;
    }
}

/* what one row divides by, the next overwrites */
static void divided(int n, const double *b, double *z)
{
    for (int t = 0; t < 2; t++)
        for (int i = 0; i < n; i++) {
            double s = b[i];
            for (int k = 0; k < i; k++)
                s -= b[i*n + k] * z[k];
            z[i] = s / (4.0 + b[i*n + i] + z[n - 1 - i] * z[n - 1 - i]);
        }
}

void flat(int n, int m, const double *x, double *r)
{
    double a[16] = {0.0}, z[4] = {0.3, 0.4, 0.5, 0.6};
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i*n + j] = 0.3 * (x[i*n + j] + x[j*n + i]) + (i == j ? 3.0 : 0.0);
    cholesky(n, a);
    lower(n, a);
    overlap(n, m, a);
    divided(n, a, z);
    *r = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            *r += sin(a[i*n + j]) * z[i] * z[j];
}
