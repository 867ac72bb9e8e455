// Initial values of arrays and structures that are calls: what stood there before is nobody's, and compilers warn where it is read.
// head: listed(x a)\(listed)
// inputs: x(2) = 0.5 .. 1.5
// inputs: a = 0.5 .. 1.5
// head: in_parts(x a)\(in_parts)
// inputs: x(2) = 0.5 .. 1.5
// inputs: a = 0.5 .. 1.5
#include <math.h>

static double f(double a) { return sqrt(1.0 + a * a); }

struct pair { double one, two; };

double listed(const double *x, double a)
{
    int k = 1;
    double y[4] = { tanh(x[0]), f(x[1]), 0.5 };
    double z = f(y[k] * a);
    y[k] = z * a;
    return y[1] * y[0];
}

double in_parts(const double *x, double a)
{
    struct pair p[2] = { { x[0], f(a) }, { f(x[1]), a } };
    double s = 0.0;
    for (int i = 0; i < 2; i++) {
        p[i].two = p[i].two * f(p[i].one);
        s += p[i].two * p[i].one;
    }
    return s;
}
