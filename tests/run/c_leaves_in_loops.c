// Functions of few scalars in loops whose turns all go forward first, in arms of turns that run again, in switch and behind continue; by value.
// inputs: n = 5
// inputs: x(n) = 0.3 .. 1.6
// inputs: y(n) = 0.3 .. 1.6
// inputs: a = 0.7
// head: leaves(leaves y)/(x y a)
#include <math.h>

static double friction(double re, double rough)
{
    double x = 0.1;
    if (re < 0.4)
        return 64.0/re;
    for (int it = 0; it < 50; it++) {
        double a = rough/3.7 + 2.51*x/(re + 3.0);
        double f = x + 0.3*log10(a + 1.0) - 0.5, g = 1.0 + 0.3*2.51/((re + 3.0)*(a + 1.0)*log(10.0));
        double step = f/g;
        x -= step;
        if (fabs(step) < 1e-14)
            break;
    }
    return 1.0/(1.0 + x*x);
}

static double half(double t)
{
    return 0.5*t;
}

double leaves(int n, const double *x, double *y, double a)
{
    double s = 1.0, r;
    for (int i = 0; i < n; i++) {
        if (x[i] < 0.5)
            continue;
        r = friction(x[i]*a, y[i]);
        s += r*r;
    }
    for (int i = 0; i < n; i++) {
        switch (i%3) {
        case 0:
            y[i] = friction(s, y[i]*x[i]);
            break;
        case 1:
            y[i] *= half(s);
            /* fall through */
        default:
            y[i] += friction(y[i], a)*y[i];
        }
        s = s + 0.1*y[i]*s;
        if (s > 30.0)
            break;
    }
    for (int i = 1; i < n; i++) {
        r = friction(y[i - 1], s);
        y[i] = y[i]*r + half(r);
    }
    return s*y[n - 1];
}
