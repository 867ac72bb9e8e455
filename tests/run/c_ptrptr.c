// Rows of a matrix in an array of pointers.
// head: tr(tr)/(b)
// inputs: n = 3
// inputs: b(9) = 0.5 .. 1.5
#include <stdlib.h>
double tr(int n, double *b)
{
    double **a = malloc(n*sizeof(double *));
    double s = 0.0;
    for (int i = 0; i < n; i++)
        a[i] = b + i*n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += a[i][j]*a[j][i];
    free(a);
    return s;
}
