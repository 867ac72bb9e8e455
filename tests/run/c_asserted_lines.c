// Assertions in one line with other statements.
// head: beside(beside)/(x)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 0.9
#include <assert.h>
double beside(int n, const double *x)
{
    double s = 1.0;
    int bad = n > 7;
    for (int i = 0; i < n; i++) { assert(i < n); s *= x[i]; assert(s > 0.0 && i >= 0); s += x[i]*x[i]; }
    assert(bad == 0); (void)bad;
    return s;
}
