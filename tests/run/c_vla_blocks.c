// Arrays of variable length in loops; arrays that are set in one branch and read in another.
// head: batch(batch)/(x w)
// inputs: nb = 2
// inputs: n = 3
// inputs: x(6) = -1 .. 1
// inputs: w(9) = -1 .. 1
// head: stage(stage)/(x)
// wrong several: may be used uninitialized
// inputs: kind = 1
// inputs: x(3) = 0.5 .. 1.5
// head: turned(turned)/(x)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
#include <math.h>
#include <string.h>
double batch(int nb, int n, const double *x, const double *w)
{
    double total = 0;
    for (int b = 0; b < nb; b++) {
        double h[n], z[n];
        for (int i = 0; i < n; i++) {
            z[i] = 0;
            for (int j = 0; j < n; j++)
                z[i] += w[i*n + j]*x[b*n + j];
            h[i] = tanh(z[i]);
        }
        for (int i = 0; i < n; i++)
            total += h[i]*h[i];
    }
    return total;
}

double stage(int kind, const double *x)
{
    double d[2], s = 0;
    if (kind > 0) {
        d[0] = x[0]*x[1];
        d[1] = exp(x[2]);
    }
    s = x[0]*x[0];
    if (kind > 0)
        s += d[0]*d[1]*s;
    return s;
}

typedef struct { double c, s; } turn;

static turn rotated(turn a, double by)
{
    turn r = { a.c*cos(by) - a.s*sin(by), a.c*sin(by) + a.s*cos(by) };
    return r;
}

static double along(turn t, double x) { return t.c*x + t.s*x*x; }

double turned(int n, const double *x)
{
    turn t = { 1.0, 0.0 };
    double s = 0, old[2];
    const double first[2] = { 1.0, 2.0 };
    for (int i = 0; i < n; i++) {
        t = rotated(t, x[i]);
        memcpy(old, first, sizeof old);
        old[1] *= x[i];
        s += along(t, x[i])*along(rotated(t, 0.5), old[1]);
    }
    return s;
}
