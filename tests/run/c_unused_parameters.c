// Parameters that a function does not use, and says so: its derivatives and copies do not use them either.
// head: f(f)/(x)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
#include <math.h>
#define UNUSED __attribute__((unused))
static double rate(int n UNUSED, const double *x, __attribute__((unused)) double scale)
{
    return sin(x[0])*x[1];
}
static double other(const double *x, void *user __attribute__((unused)))
{
    return x[0]*x[1];
}
double f(int n, const double *x)
{
    return rate(n, x, 2.0)*other(x, 0);
}
