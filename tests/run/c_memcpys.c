// memcpy and memset.
// head: f(y)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(4) = 0.5 .. 1.5
#include <string.h>
void f(int n, const double *x, double *y)
{
    double w[16];
    memcpy(w, x, n*sizeof(double));
    memset(y, 0, n*sizeof(double));
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            y[i] += w[i]*w[j];
}
