// options: -invertupdates
// head: prefix(x)\(prefix)
// inputs: n = 7
// head: relax(u)\(relax)
// inputs: n = 6
// inputs: steps = 4
// head: doubled(x)\(doubled)
#include <math.h>

/* The adjoint needs all values of the sum, last first. */
double prefix(int n, const double x[n])
{
    double a = 0.0, f = 0.0;
    for (int i = 0; i < n; i++) {
        a += x[i] * x[i];
        f += sin(a);
    }
    return f;
}

/* A weight that a passive sum makes, and elements that are updated. */
double relax(int n, int steps, double u[n])
{
    double weight = 1.0;
    for (int k = 0; k < steps; k++) {
        weight += 0.25 * k;
        for (int i = 1; i < n; i++)
            u[i] += weight * u[i - 1] * u[i - 1];
        for (int i = 1; i < n; i++)
            u[i - 1] *= 0.5;
    }
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += u[i] * u[i];
    return s;
}

/* What is added is read through a pointer to the place itself. */
double doubled(double x)
{
    double a = x, f = 0.0;
    const double *p = &a;
    int k = 1;
    const int *q = &k;
    for (int i = 0; i < 3; i++) {
        f += a * a * k;
        a += *p;
        k += *q;
    }
    return f + sin(a);
}
