// `return value;` before the end: tests over the rest.
// head: limited(limited)/(x)
// inputs: n = 5
// inputs: x(5) = -1 .. 1.5
// head: hardening(hardening)/(e k)
// inputs: e = 0.5 .. 2.5
// inputs: k = 0.5 .. 1.5
// head: first_root(first_root)/(c)
// inputs: c(3) = 0.5 .. 1.5
// head: copied(y)/(x)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
// inputs: y(3) = 0.5 .. 1.5
#include <math.h>

static double minmod(double a, double b)
{
    if (a*b <= 0.0) return 0.0;
    return a*a < b*b ? a : b;
}

double limited(int n, const double *x)
{
    double s = 0.0;
    for (int i = 1; i + 1 < n; i++) s += minmod(x[i] - x[i-1], x[i+1] - x[i])*x[i];
    return s;
}

double hardening(double e, double k)
{
    double s = k*e;
    if (s < 1.0)
        return s;
    double h = 0.2*k;
    double over = e - 1.0/k;
    if (over > 1.0) {
        double t = over - 1.0;
        return 1.0 + h + 0.5*h*(1.0 - exp(-t*t));
    }
    return 1.0 + h*over;
}

double first_root(const double *c)
{
    double x = 0.5;
    if (c[0] <= 0.0)
        return -1.0;
    for (int i = 0; i < 30; i++) {
        double f = c[0]*x*x*x + c[1]*x - c[2];
        double d = 3*c[0]*x*x + c[1];
        x -= f/d;
        if (fabs(f) < 1e-13)
            return x*x;
    }
    return x;
}

static int scaled(int n, const double *x, double *y)
{
    double m = 0;
    for (int i = 0; i < n; i++)
        m += x[i]*x[i];
    if (m == 0.0)
        return 1;
    m = sqrt(m);
    for (int i = 0; i < n; i++)
        y[i] = x[i]/m;
    return 0;
}

void copied(int n, const double *x, double *y)
{
    if (scaled(n, x, y))
        return;
    for (int i = 0; i < n; i++)
        y[i] *= x[0];
}
