// Columns with arrays of their own and procedures that are called for them; all add to the adjoints of the weights.
// head: columns(out)/(t,w)
// inputs: n = 4
// inputs: m = 5
// inputs: t(20) = 0.2 .. 1.5
// inputs: w(5) = 0.2 .. 1.5
// inputs: out(4) = 0 .. 1
// options: -openmp
#include <math.h>
static void smooth(int m, const double *restrict a, double *restrict b)
{
    for (int k = 0; k < m; k++) {
        double l = k > 0 ? a[k - 1] : a[k];
        double r = k < m - 1 ? a[k + 1] : a[k];
        b[k] = 0.25 * l + 0.5 * a[k] + 0.25 * r;
    }
}
static double integrate(int m, const double *a, const double *w)
{
    double s = 0.0;
    for (int k = 0; k < m; k++) {
        double x = a[k] * w[k];
        if (x > 0.5)
            x = 0.5 + log(x + 0.5);
        s += x * x;
    }
    return s;
}
void columns(int n, int m, const double *t, const double *w, double *out)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double a[5], b[5];
        for (int k = 0; k < 5; k++)
            a[k] = exp(-t[5 * i + k]);
        for (int it = 0; it < 3; it++) {
            smooth(5, a, b);
            for (int k = 0; k < 5; k++)
                a[k] = b[k] * b[k] + 0.1;
        }
        out[i] = integrate(5, a, w);
    }
}
