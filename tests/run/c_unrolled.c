// Short loops whose arrays are arguments: the compiler is asked to write them out. A loop in a loop, one that goes down, one with a choice, one that calls; not asked of
// five iterations, nor of loops that only clear; a pragma of the original is left out as before. Helpers of the file are `inline`, which one with a long loop is not.
// head: bodies(x v)/(x v m)
// inputs: n = 4
// inputs: x(12) = 0.5 .. 9.0
// inputs: v(12) = -0.5 .. 0.5
// inputs: m(4) = 0.5 .. 1.0
// head: turns(y)/(a x)
// inputs: a(9) = 0.5 .. 1.5
// inputs: x(5) = 0.5 .. 1.5
// inputs: y(5) = 0.5 .. 1.5
#include <math.h>

static double dot(const double *a, const double *b) { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2]; }

static void sub(const double *a, const double *b, double *c)
{
    for (int k = 0; k < 3; k++)
        c[k] = a[k] - b[k];
}

static double chosen(int kind, const double *a)
{
    switch (kind) {
    case 0:
        return a[0]*a[1];
    case 1:
        return sin(a[1]);
    default:
        return a[0];
    }
}

static double total(int n, const double *a)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += a[i]*a[i];
    return s;
}

void bodies(int n, double *x, double *v, const double *m)
{
    for (int t = 0; t < 2; t++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double d[3];
                if (j == i)
                    continue;
                sub(x + 3*j, x + 3*i, d);
                double r2 = dot(d, d) + 0.1;
                for (int k = 0; k < 3; k++)
                    v[3*i + k] += 0.01*m[j]*d[k]/(r2*sqrt(r2));
            }
        for (int i = 0; i < 3*n; i++)
            x[i] += 0.01*v[i];
    }
}

void turns(const double *a, const double *x, double *y)
{
    for (int i = 0; i < 3; i++)
        for (int j = 2; j >= 0; j--)
            y[i] += sin(a[3*i + j])*x[j];
    for (int i = 0; i < 5; i++)
        y[i] *= x[i];
    for (int i = 0; i < 3; i++)
        if (x[i] > 0.8)
            y[i] *= x[i + 1];
        else
            y[i] += x[i]*x[i];
    for (int i = 0; i < 3; i++)
        y[i] += dot(x + i, y + 1)*0.1 + chosen(i, x + i);
    y[4] = total(4, y);
#pragma GCC unroll 2
    for (int i = 0; i < 4; i++)
        y[i] *= exp(-x[i]);
}
