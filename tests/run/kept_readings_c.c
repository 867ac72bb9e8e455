// The same in C: probes of a field that is only moved.
// head: probes(u0)\(misfit)
// inputs: n = 12
// inputs: nt = 6
// inputs: nr = 3
// inputs: at(nr) = 3, 5, 9
// inputs: u0(n) = 0.5 .. 1.5
// inputs: misfit(1) = 0
#include <stdlib.h>

void probes(int n, int nt, int nr, const int *at, const double *u0, double *misfit) {
    double *u = malloc(n * sizeof(double));
    for (int i = 0; i < n; i++)
        u[i] = u0[i];
    double sum = 0.0;
    for (int k = 0; k < nt; k++) {
        for (int i = 1; i < n; i++)
            u[i] = 0.8 * u[i] + 0.1 * u[i - 1];
        for (int r = 0; r < nr; r++)
            sum += u[at[r]] * u[at[r]];
    }
    *misfit = sum;
    free(u);
}
