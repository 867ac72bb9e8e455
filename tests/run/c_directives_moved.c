// Directives in functions that are put in the place of their calls.
// head: solve(x)\(solve)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.2
#include <math.h>
#include <stdlib.h>
static double *table(int n, const double *x, double u, int some)
{
    double z = u, old = u + 1.0;
    double *w = malloc(n*sizeof(double));
    //$AD FP-LOOP "z" 1e-15
    while (fabs(z - old) > 1e-15) {
        old = z;
        z = 0.3*cos(z) + 0.2*x[0]*u;
    }
    //$AD BINOMIAL-CKP 6 some 1
    for (int i = 1; i <= 5; i++)
        u = u*z*cos(u) + 0.1;
    //$AD CHECKPOINT-START
    double v = u*u;
    for (int i = 0; i < n; i++) {
        w[i] = x[i]*v*some;
        v = v*w[i] + 0.5;
    }
    //$AD CHECKPOINT-END
    return w;
}
double solve(int n, const double *x)
{
    double z = x[2], some = x[1], *w;
    w = table(n, x, x[0]*x[1], 1 + n/4);
    z = z*some*w[0] + w[1]*w[2] + w[n - 1];
    free(w);
    return z;
}
