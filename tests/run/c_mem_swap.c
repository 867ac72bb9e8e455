// Double buffering: the pointers of a parameter and of memory of the function are exchanged.
// head: heat(heat)/(u k)
// inputs: n = 5
// inputs: m = 4
// inputs: steps = 3
// inputs: u(20) = 0.5 .. 1.0
// inputs: k = 0.1 .. 0.2
#include <stdlib.h>
#include <string.h>
#define IDX(i,j) ((i)*m + (j))
double heat(int n, int m, int steps, double *u, double k)
{
    double *a = u, *b = malloc((size_t)n*m*sizeof(double)), *t, s = 0.0;
    double *keep = b;
    memcpy(b, a, (size_t)n*m*sizeof(double));
    for (int it = 0; it < steps; ++it) {
        for (int i = 1; i < n - 1; ++i)
            for (int j = 1; j < m - 1; ++j)
                b[IDX(i,j)] = a[IDX(i,j)] + k*(a[IDX(i-1,j)] + a[IDX(i+1,j)] + a[IDX(i,j-1)] + a[IDX(i,j+1)] - 4*a[IDX(i,j)])*a[IDX(i,j)];
        t = a; a = b; b = t;
    }
    for (int i = 0; i < n*m; ++i) s += a[i]*a[i];
    free(keep);
    return s;
}
