// Early returns with error codes: what is set behind them is read only when it was.
// head: convert(u v)/(a f x)
// inputs: a = 6.0 .. 6.5
// inputs: f = 0.01 .. 0.1
// inputs: x(3) = 0.5 .. 1.0
#include <math.h>
int convert(double a, double f, const double x[3], double *u, double *v)
{
    static const struct { double c; int n; } table[] = {{0.5, 1}, {0.25, 2}, {0.125, 3}};
    enum { N = sizeof table/sizeof table[0] };
    double e, s, r, w;
    if (f < 0.0 || f >= 1.0)
        return -1;
    if (a <= 0.0)
        return -2;
    e = (2.0 - f)*f;
    s = sqrt(1.0 - e);
    r = x[0]*x[0] + x[1]*x[1];
    w = fmod(r, 10.0);
    if (fabs(w) >= 20.0)
        w -= 1.0;
    *v = s*x[2];
    if (r > 1e-20) {
        double p = sqrt(r);
        *u = p/a + e*s;
        for (int k = 0; k < N; k++)
            *v += table[k].c*pow(p, table[k].n);
    } else
        *u = 0.0;
    return 0;
}
