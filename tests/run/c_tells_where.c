// Procedures that tell where things are through a pointer to a pointer: a place in the caller's array, its rows, memory that they allocate.
// head: located(located)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// head: arranged(arranged)/(x)
// inputs: n = 2
// inputs: x(4) = 0.5 .. 1.5
// head: made(made)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// head: solved(solved)/(a b)
// inputs: n = 3
// inputs: a(9) = 1 .. 2
// inputs: b(3) = -1 .. 1
#include <math.h>
#include <stdlib.h>

static void locate(double *a, int n, double **out) { *out = a + n/2; }

double located(int n, const double *x)
{
    double buf[8], *p, s = 0;
    for (int i = 0; i < n; i++) buf[i] = x[i]*x[i];
    locate(buf, n, &p);
    for (int i = 0; i < n/2; i++) { p[i] *= x[0]; s += p[i]*buf[i]; }
    return s;
}

static void set_rows(double **r, double *a, int n) { for (int i = 0; i < n; i++) r[i] = a + i*n; }
static void swap(double **a, double **b) { double *t = *a; *a = *b; *b = t; }
static int pick(double *a, double *b, double **big, int *which)
{
    if (a == b) return -1;
    if (*a > *b) { *big = a; *which = 0; }
    else { *big = b; *which = 1; }
    return 0;
}

double arranged(int n, const double *x)
{
    double a[4], *r[2], *p, s = 0;
    int w;
    for (int i = 0; i < 4; i++) a[i] = x[i]*x[i];
    set_rows(r, a, n);
    swap(&r[0], &r[1]);
    if (pick(&a[0], &a[3], &p, &w)) return -1.0;
    *p *= x[1];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) { r[i][j] *= x[j]; s += r[i][j]*s + r[j][i]; }
    return s*(1 + w);
}

static int new_vector(double **v, int n) { *v = malloc(n*sizeof(double)); return *v == NULL; }
static int new_matrix(double ***m, int r, int c)
{
    *m = malloc(r*sizeof(double *));
    if (!*m) return 1;
    for (int i = 0; i < r; i++) (*m)[i] = calloc(c, sizeof(double));
    return 0;
}

double made(int n, const double *x)
{
    double *v, **m, s = 0;
    if (new_vector(&v, n)) return -1;
    if (new_matrix(&m, n, n)) return -2;
    for (int i = 0; i < n; i++) v[i] = x[i]*x[i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) m[i][j] = v[i]*v[j] + x[i];
    for (int i = 0; i < n; i++) s += m[i][n-1-i]*m[i][i];
    for (int i = 0; i < n; i++) free(m[i]);
    free(m); free(v);
    return s;
}

static double **dmatrix(int m, int n)
{
    double **a = malloc(m*sizeof(double *));
    a[0] = malloc((size_t)m*n*sizeof(double));
    for (int i = 1; i < m; i++) a[i] = a[i-1] + n;
    return a;
}

static int lu(double **a, int n, int *perm)
{
    for (int i = 0; i < n; i++) perm[i] = i;
    for (int k = 0; k < n; k++) {
        int piv = k;
        double big = fabs(a[k][k]);
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i][k]) > big) { big = fabs(a[i][k]); piv = i; }
        if (big < 1e-14) return k + 1;
        if (piv != k) {
            double *t = a[k]; a[k] = a[piv]; a[piv] = t;
            int ti = perm[k]; perm[k] = perm[piv]; perm[piv] = ti;
        }
        for (int i = k + 1; i < n; i++) {
            a[i][k] /= a[k][k];
            for (int j = k + 1; j < n; j++) a[i][j] -= a[i][k]*a[k][j];
        }
    }
    return 0;
}

double solved(int n, const double *a, const double *b)
{
    double **m = dmatrix(n, n), *x = malloc(n*sizeof(double)), s = 0;
    double *base = m[0];
    int *perm = malloc(n*sizeof(int));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) m[i][j] = a[i*n+j] + (i == j ? 4.0 : 0.0);
    if (lu(m, n, perm) == 0) {
        for (int i = 0; i < n; i++) {
            x[i] = b[perm[i]];
            for (int j = 0; j < i; j++) x[i] -= m[i][j]*x[j];
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int j = i + 1; j < n; j++) x[i] -= m[i][j]*x[j];
            x[i] /= m[i][i];
        }
        for (int i = 0; i < n; i++) s += x[i]*x[i];
    }
    free(base); free(m); free(x); free(perm);
    return s;
}
