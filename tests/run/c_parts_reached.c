// Parts of one work space handed to one call: pointers and subscripts that walk, pivots, subscripts that the data gives.
// inputs: n = 3
// inputs: x(9) = 0.5 .. 1
// head: walking(x)\(walking)
// head: rows(x)\(rows)
// head: grid(x)\(grid)
// head: pivots(x)\(pivots)
// head: sparse(x)\(sparse)
// inputs: order(3) = 2, 0, 1
#include <math.h>
#include <stdlib.h>

static void reverse(int n, const double *from, double *to)
{
    double *q = to + n;
    while (n-- > 0) { *--q = *from * *from; from++; }
}

static void pack(int n, const double *a, double *b)
{
    int k = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 2; j++) b[k++] = a[i]*a[i] + j;
}

static void count(const double *from, const double *end, double *to)
{
    int k = 0;
    while (from < end) to[k++] += sin(*from++);
}

double walking(int n, const double *x)
{
    double w[20] = { 0 };
    double *a = w, *b = w + 3, *c = b + 3, s = 0;
    for (int i = 0; i < n; i++) a[i] = x[i];
    reverse(n, a, b);
    pack(n, b, c);
    count(a, a + n, c + 2*n);
    for (int i = 0; i < 3*n; i++) s += c[i]*c[i]*(i + 1);
    return s;
}

static void product(int m, int n, const double *a, const double *x, double *y)
{
    for (int i = 0; i < m; i++, a += n) {
        double s = 0;
        for (int j = 0; j < n; j++) s += a[j]*x[j];
        *y++ = s*s;
    }
}

double rows(int n, const double *x)
{
    double *a = malloc((n*n + 2*n)*sizeof *a), *v = a + n*n, *y = v + n;
    for (int i = 0; i < n*n; i++) a[i] = x[i];
    for (int i = 0; i < n; i++) v[i] = x[n - 1 - i];
    product(n, n, a, v, y);
    double s = y[0] + y[1]*y[n - 1];
    free(a);
    return s;
}

static void smooth(int n, const double *u, double *v)
{
    for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++) {
            int c = j*n + i, up = c + n;
            v[c] = u[c]*u[c - 1] + u[up] + u[c - n]*u[c + 1];
        }
}

double grid(int n, const double *x)
{
    double w[18] = { 0 };
    double *u = w, *v = w + n*n;
    for (int i = 0; i < n*n; i++) u[i] = x[i];
    smooth(n, u, v);
    return v[n + 1];
}

static void swap_rows(double *p, double *q, int n)
{
    while (n--) {
        double t = *p;
        *p++ = *q;
        *q++ = t;
    }
}

static void solve(int n, double *a, double *b)
{
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i*n + k]) > fabs(a[p*n + k])) p = i;
        if (p != k) {
            swap_rows(a + p*n, a + k*n, n);
            double t = b[p]; b[p] = b[k]; b[k] = t;
        }
        for (int i = k + 1; i < n; i++) {
            double f = a[i*n + k]/a[k*n + k];
            for (int j = k; j < n; j++) a[i*n + j] -= f*a[k*n + j];
            b[i] -= f*b[k];
        }
    }
    for (int i = n; i-- > 0;) {
        for (int j = i + 1; j < n; j++) b[i] -= a[i*n + j]*b[j];
        b[i] /= a[i*n + i];
    }
}

double pivots(int n, const double *x)
{
    double w[12], *a = w, *b = w + n*n, s = 1;
    for (int i = 0; i < n*n; i++) a[i] = x[i] + 2*(i % n == (i/n + 1) % n);
    for (int i = 0; i < n; i++) b[i] = x[i];
    solve(n, a, b);
    for (int i = 0; i < n; i++) s += b[i]*b[i];
    return s;
}

static void gather(int n, const int *order, const double *from, double *to)
{
    for (int i = 0; i < n; i++) to[i] = from[order[i]]*from[i];
}

double sparse(int n, const int *order, const double *x)
{
    double w[9];
    double *a = w, *b = w + n, *c = b + n;
    for (int i = 0; i < n; i++) a[i] = x[i];
    gather(n, order, a, b);
    gather(n, order, b, c);
    return c[0] + c[1]*c[n - 1];
}
