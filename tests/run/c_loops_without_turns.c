// head: found(y)/(x)
// inputs: m = 0
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// head: found(y)/(x)
// inputs: m = 3
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// What an inner loop sets is there after it only when it has a turn.
#include <math.h>

void found(int n, int m, const double *x, double *y)
{
    int at = n - 1;
    double t = x[0] * x[0];
    *y = 0.0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            at = j;
            t = sin(x[i] * j);
        }
        *y += t * x[at] * x[i];
    }
}
