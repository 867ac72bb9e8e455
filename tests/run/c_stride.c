// A pointer argument that moves by a stride.
// head: asum(asum)/(x)
// inputs: n = 4
// inputs: incx = 2
// inputs: x(8) = 0.5 .. 1.5
#include <math.h>
double asum(int n, double *x, int incx)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        s += exp(*x)*sqrt(*x);
        x += incx;
    }
    return s;
}
