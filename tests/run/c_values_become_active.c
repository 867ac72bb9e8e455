// Arguments by value that are passive where they are passed and become active inside; numbers of other types for real parameters.
// head: total(total)/(x)
// inputs: x = 0.5 .. 1.5
// head: mixed(mixed)/(x y)
// inputs: x = 0.5 .. 1.5
// inputs: y = 0.5 .. 1.5
// inputs: k = 2
// head: root(root)/(a b)
// inputs: a = 2.5 .. 3.5
// inputs: b = 0.5 .. 1.5
// head: both(both)/(x)
// inputs: x = 0.5 .. 1.5
#include <math.h>

static double squares(double t, double x)
{
    for (int i = 0; i < 3; i++)
        t += x*x*t + 1.0;
    return t;
}

double total(double x)
{
    return squares(0.0, x) * squares(1, x);
}

static double mul(double s, double x)
{
    return s*x*x;
}

static float mulf(float s, double x)
{
    return s*x*x;
}

double mixed(double x, float y, int k)
{
    float z = (float)(x*y);
    double s = 3, *p = &s;
    *p += mul(k, x) + mul(y, x) + mul(z, y) + mul(2, x)*mulf(x, 1) + mulf(3, x) + mulf(0.5, z);
    return mul(k + 1, z) + mul(-2, x) + s;
}

/* A bracket that is made of what comes as constants. */
static double bisect(double lo, double hi, double a, double b)
{
    for (int i = 0; i < 20; i++) {
        double mid = 0.5*(lo + hi);
        if (mid*mid*b < a)
            lo = mid;
        else
            hi = mid;
    }
    for (int i = 0; i < 2; i++)
        lo -= (lo*lo*b - a) / (2*lo*b);
    return lo;
}

double root(double a, double b)
{
    return bisect(0, 10, a, b);
}

static void step(double t, double dt, double *y)
{
    while (t < 1.0) {
        *y += dt * *y * t;
        t += dt;
        dt *= 1.0 + 0.01 * *y;
    }
}

double both(double x)
{
    double y = x;
    step(0, 0.3, &y);
    return y;
}
