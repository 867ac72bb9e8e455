// Memory that a function makes through a pointer to a pointer.
// head: f(f)/(x)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.0
#include <stdlib.h>
static void make(int n, double **p) { *p = malloc(n*sizeof(double)); for (int i = 0; i < n; i++) (*p)[i] = 0.0; }
double f(int n, const double *x)
{
    double *w; double s = 0.0;
    make(n, &w);
    for (int i = 0; i < n; i++) w[i] = x[i]*x[i];
    for (int i = 0; i < n; i++) s += w[i]*x[n-1-i];
    free(w);
    return s;
}
