// Extents in types inside expressions are read: `sizeof(double[m])`, `(double (*)[m])u`.
// head: made(made)/(u)
// inputs: n = 2
// inputs: u(4) = 0.5 .. 1
// head: made_in_turns(made_in_turns)/(u)
// inputs: n = 2
// inputs: u(2) = 0.5 .. 1
// head: seen_as_rows(seen_as_rows)/(u)
// inputs: n = 2
// inputs: u(4) = 0.5 .. 1
#include <stdlib.h>
#include <string.h>

double made(int n, const double *u)
{
    int m = 2*n;
    double *v = malloc(sizeof(double[m]));
    for (int i = 0; i < 2*n; i++)
        v[i] = u[i]*u[i];
    double product = v[0]*v[1]*v[m-1];
    free(v);
    return product;
}

double made_in_turns(int n, double *u)
{
    double product = 1;
    for (int k = 1; k <= n; k++) {
        int m = 2*k;
        double *v = malloc(sizeof(double[m]));
        for (int i = 0; i < 2; i++)
            v[i] = u[i]*u[i]*product;
        m = 7;
        product = v[0]*v[1];
        free(v);
    }
    return product;
}

double seen_as_rows(int n, double *u)
{
    double product = 1;
    int m = n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            product *= u[i] + (*((double (*)[m])u + j))[i];
    m = 1;
    u[0] = product*m;
    return product*u[0];
}
