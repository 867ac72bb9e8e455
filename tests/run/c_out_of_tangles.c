// `break` and `continue` from among labels that jump back and forth: the adjoint makes a loop with a switch of these.
// head: f(n, x, y)\(y)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
#include <math.h>
void f(int n, const double *x, double *y)
{
    for (int i = 0; i < n; i++) {
        int w = 0;
        if (x[i] > 1.0)
            goto second;
    first:
        *y = *y * x[i];
        if (w > 2)
            break;
    second:
        w++;
        *y = sin(*y) + x[i] * x[i];
        if (*y > 1.5)
            continue;
        if (w < i)
            goto first;
        *y = *y * x[0];
    }
}
