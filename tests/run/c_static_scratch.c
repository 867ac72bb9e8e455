// `static` work arrays that each call sets, in part, before it reads them: by loops of all kinds, by functions that get them or name them.
// inputs: n = 6
// inputs: x(6) = 0.5 .. 1.5
// head: products(x)\(products)
// head: recurrence(x)\(recurrence)
// head: squares(x)\(squares)
// head: matrix(x)\(matrix)
// head: factors(x)\(factors)
// head: symmetric(x)\(symmetric)
// head: flat(x)\(flat)
// head: shared(x)\(shared)
// head: tridiagonal(a d x)\(x)
// inputs: a(6) = 0.1 .. 0.3
// inputs: d(6) = 1.5 .. 2.5
// head: midpoint(x)\(y)
// inputs: y(6) = 0.5 .. 1.5
// inputs: h = 0.1
#include <math.h>

double products(int n, const double *x)
{
    static double work[100];
    double s = 0;
    for (int i = 0; i < n; i++) work[i] = sin(x[i]);
    for (int i = 0; i < n; i++) s += work[i] * work[n - 1 - i];
    return s;
}

double recurrence(int n, const double *x)
{
    static double w[100];
    w[0] = x[0];
    for (int i = 1; i < n; i++) w[i] = w[i - 1] * cos(x[i]);
    return w[n - 1];
}

static void fill(int n, double *w, const double *x) { for (int i = 0; i < n; i++) w[i] = x[i] * x[i]; }

double squares(int n, const double *x)
{
    static double w[100];
    double s = 0;
    fill(n, w, x);
    for (int i = 0; i < n; i++) s += w[i];
    return s;
}

double matrix(int n, const double *x)
{
    static double a[10][10];
    double s = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = x[i] * x[j];
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s += a[i][j] * a[j][i];
    return s;
}

double factors(int n, const double *x)
{
    static double l[10][10];
    double s = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double t = (i == j ? 4.0 + x[i] : 0.1 * x[i] * x[j]);
            for (int k = 0; k < j; k++) t -= l[i][k] * l[j][k];
            if (i == j) l[i][j] = sqrt(t); else l[i][j] = t / l[j][j];
        }
    }
    for (int i = 0; i < n; i++) s += l[i][i];
    return s;
}

double symmetric(int n, const double *x)
{
    static double a[10][10];
    double s = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) { a[i][j] = x[i] * x[j]; a[j][i] = a[i][j]; }
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s += a[i][j] * a[i][j];
    return s;
}

double flat(int n, const double *x)
{
    static double a[100];
    double s = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i * n + j] = x[i] * x[j];
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s += a[i * n + j] * a[j * n + i];
    return s;
}

static double buf[64];

static void put(int n, const double *x) { for (int i = 0; i < n; i++) buf[i] = x[i] * x[i]; }

static double get(int n) { double s = 0; for (int i = 0; i < n; i++) s += buf[i] * buf[i]; return s; }

double shared(int n, const double *x) { put(n, x); return get(n); }

void tridiagonal(int n, const double *a, const double *d, double *x)
{
    static double c[64], e[64];
    c[0] = a[0] / d[0]; e[0] = x[0] / d[0];
    for (int i = 1; i < n; i++) { double m = d[i] - a[i] * c[i - 1]; c[i] = a[i] / m; e[i] = (x[i] - a[i] * e[i - 1]) / m; }
    x[n - 1] = e[n - 1];
    for (int i = n - 2; i >= 0; i--) x[i] = e[i] - c[i] * x[i + 1];
}

static void rates(int n, const double *y, double *dy) { dy[0] = -y[0] * y[n - 1]; for (int i = 1; i < n; i++) dy[i] = y[i - 1] - y[i] * y[i]; }

double midpoint(int n, double h, const double *x, double *y)
{
    static double k1[64], k2[64], t[64];
    for (int i = 0; i < n; i++) y[i] = x[i];
    for (int s = 0; s < 3; s++) {
        rates(n, y, k1);
        for (int i = 0; i < n; i++) t[i] = y[i] + h * k1[i];
        rates(n, t, k2);
        for (int i = 0; i < n; i++) y[i] += 0.5 * h * (k1[i] + k2[i]);
    }
    return y[0];
}
