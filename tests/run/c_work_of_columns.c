// Loops over columns with work arrays: each turn has its own where all that it reads it has set itself, or nobody has.
// head: largest(largest)/(t)
// inputs: m = 4
// inputs: n = 5
// inputs: t(20) = 0.1 .. 0.9
// head: thomas(thomas)/(t)
// inputs: m = 4
// inputs: n = 5
// inputs: t(20) = 0.1 .. 0.9
// head: carried(carried)/(t)
// inputs: m = 4
// inputs: n = 5
// inputs: t(20) = 0.1 .. 0.9
#include <math.h>

static double log_sum(int n, const double *v)
{
    double top = v[0], sum = 0.0;
    for (int i = 1; i < n; i++)
        if (v[i] > top)
            top = v[i];
    for (int i = 0; i < n; i++)
        sum += exp(v[i] - top);
    return top + log(sum);
}

double largest(int m, int n, const double *t)
{
    double w[64], s = 0.0;
    for (int i = 0; i < m; i++) {
        for (int k = 0; k < n; k++)
            w[k] = -t[i*n + k]*t[i*n + k];
        s += log_sum(n, w)*w[n - 1];
    }
    return s;
}

static void sweep(int n, const double *a, const double *r, double *u)
{
    u[0] = r[0]/a[0];
    for (int k = 1; k < n; k++)
        u[k] = (r[k] - 0.5*u[k - 1])/a[k];
}

double thomas(int m, int n, const double *t)
{
    double a[64], r[64], u[64], s = 0.0;
    for (int i = 0; i < m; i++) {
        for (int k = 0; k < n; k++) {
            a[k] = 2.0 + t[i*n + k]*t[i*n + k];
            r[k] = sin(t[i*n + k]);
        }
        sweep(n, a, r, u);
        s += u[0]*u[n - 1];
    }
    return s;
}

/* What the first turn sets, the others read. */
double carried(int m, int n, const double *t)
{
    double w[64], s = 0.0;
    for (int i = 0; i < m; i++) {
        int last = i == 0 ? n : n/2;
        for (int k = 0; k < last; k++)
            w[k] = t[i*n + k]*t[i*n + k];
        s += w[0]*w[n - 1];
    }
    return s;
}
