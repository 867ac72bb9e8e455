// Memory that a function returns.
// head: f(f)/(x)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.0
#include <stdlib.h>
static double *make(int n) { double *p = malloc(n*sizeof(double)); for (int i = 0; i < n; i++) p[i] = 0.0; return p; }
double f(int n, const double *x)
{
    double *w = make(n); double s = 0.0;
    for (int i = 0; i < n; i++) w[i] = x[i]*x[i];
    for (int i = 0; i < n; i++) s += w[i]*x[n-1-i];
    free(w);
    return s;
}
