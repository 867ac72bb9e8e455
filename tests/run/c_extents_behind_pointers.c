// Local arrays as long as what a pointer leads to says, when the function begins.
// head: cost(cost)/(x)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
#include <math.h>
struct grid {
    int n, calls;
    const double *x;
};

static double by_constants(struct grid *g)
{
    const int n = g->n, m = 2*n;
    double z[m], s = 0;
    g->calls++;
    for (int i = 0; i < m; i++) z[i] = sin(g->x[i/2])*(i + g->calls);
    for (int i = 0; i < m; i++) s += z[i]*z[m - 1 - i];
    return s;
}

static double by_context(void *context)
{
    struct grid *g = context;
    double a[g->n][g->n], s = 0;
    g->calls += 2;
    for (int i = 0; i < g->n; i++)
        for (int j = 0; j < g->n; j++) a[i][j] = g->x[i]*g->x[j]*sin(g->x[i] - j);
    for (int i = 0; i < g->n; i++) s += a[i][g->n - 1 - i]*a[i][i];
    return s;
}

static double by_sizes(const double *x, const int *sizes)
{
    const int n = sizes[0] - 1;
    double d[n], s = 0;
    for (int i = 0; i < n; i++) d[i] = (x[i + 1] - x[i])*x[i];
    for (int i = 0; i < n; i++) s += d[i]*d[i]*d[n - 1 - i];
    return s;
}

/* In a loop, and what the pointer leads to is looked at behind a test. */
static double in_turns(const struct grid *g)
{
    const int n = g->n;
    double s = 0;
    if (n < 1) return 0;
    for (int k = 0; k < 3; k++) {
        double t[n];
        for (int i = 0; i < n; i++) t[i] = cos(k*g->x[i]);
        for (int i = 0; i < n; i++) s += t[i]*t[n - 1 - i];
    }
    return s;
}

double cost(int n, const double *x)
{
    struct grid g = { n, 0, x };
    double s = by_constants(&g) + by_context(&g);
    g.n--;
    s *= by_constants(&g);
    int sizes[2] = { n, 1 };
    s += by_sizes(x, sizes);
    sizes[0] = 2;
    s *= by_sizes(x, sizes);
    return s*in_turns(&g) + g.calls;
}
