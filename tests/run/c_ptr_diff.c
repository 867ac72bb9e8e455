// Differences and comparisons of pointers.
// head: f(f)/(a)
// inputs: n = 6
// inputs: a(6) = 0.5 .. 1.5
#include <stddef.h>
double f(int n, const double *a)
{
    const double *end = a + n;
    double s = 0.0;
    for (const double *p = a; p < end; ++p) {
        ptrdiff_t k = p - a;
        s += *p * *p * (double)(k + 1);
    }
    return s;
}
