// A work array in a loop whose extent is a constant that is declared above.
// head: wsum(wsum)/(a)
// inputs: n = 8
// inputs: a(n) = 0.5 .. 1.5
#include <math.h>
double wsum(const double *a, int n)
{
    const int W = 4;
    double s = 0;
    for (int i = 0; i < n; i += W) {
        double part[W];
        for (int k = 0; k < W; k++)
            part[k] = a[i + k]*sin(a[i + k]);
        for (int k = 0; k < W; k++)
            s += part[k]*part[k];
    }
    return s;
}
