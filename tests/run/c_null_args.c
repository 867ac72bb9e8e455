// NULL for an argument whose derivative another call passes, and errors that jump to where everything is freed.
// head: fit(chi2)/(p)
// inputs: n = 4
// inputs: x(4) = 0 .. 1
// inputs: y(4) = 0 .. 1
// inputs: p(3) = 0.5 .. 1
// inputs: chi2 = 0 .. 0
// head: newton(newton)/(q)
// inputs: q(2) = 0.5 .. 1
#include <math.h>
#include <stdlib.h>
#define CHECK(cond) do { if (!(cond)) { status = __LINE__; goto cleanup; } } while (0)

static double model(double x, const double *p, double *grad, double *curvature)
{
    double e = exp(-p[1]*x);
    if (grad) { grad[0] = e; grad[1] = -p[0]*x*e; grad[2] = 1; }
    if (curvature != NULL) *curvature = p[0]*p[1]*p[1]*e;
    return p[0]*e + p[2];
}

int fit(int n, const double *x, const double *y, const double *p, double *chi2)
{
    int status = 0;
    double *r = NULL, *j = NULL, g[3] = {0, 0, 0}, c;
    r = malloc(n*sizeof(double));
    CHECK(r != NULL);
    j = malloc(3*n*sizeof(double));
    CHECK(j);
    for (int i = 0; i < n; i++) {
        r[i] = model(x[i], p, j + 3*i, 0) - y[i];
        CHECK(isfinite(r[i]));
    }
    *chi2 = model(0.25, p, NULL, &c)*c;
    for (int i = 0; i < n; i++) {
        *chi2 += r[i]*r[i];
        for (int k = 0; k < 3; k++) g[k] += j[3*i + k]*r[i];
    }
    *chi2 += 0.01*(g[0]*g[0] + g[1]*g[1] + g[2]*g[2]) + model(0.5, p, NULL, NULL);
cleanup:
    free(j);
    free(r);
    return status;
}

/* No matrix and no vector. */
static void rates(const double *q, double p[2], double J[2][2])
{
    p[0] = q[0]*q[1];
    p[1] = q[0] + q[1]*q[1];
    if (!J)
        return;
    J[0][0] = q[1];
    J[0][1] = J[1][0] = q[0];
    J[1][1] = 2*q[1];
}

double newton(const double *q)
{
    double p[2], last[2], J[2][2];
    rates(q, p, J);
    double next[2] = { q[0] - J[0][1]*p[0], q[1] - J[1][1]*p[1] };
    rates(next, last, NULL);
    return last[0]*last[1] + p[0];
}
