// Memory is made by procedures that leave by `goto` to labels at their end, which release what there is or just return.
// head: f(f)/(x k)
// inputs: x(3) = 0.5 .. 1
// inputs: k = 0.5 .. 1
// inputs: n = 3
#include <stdlib.h>

typedef struct {
    double **a, *b;
    int n;
} sys;

static int init(sys *s, int n)
{
    int failed = 1;
    s->n = n;
    s->b = NULL;
    if (!(s->a = calloc(n, sizeof *s->a)))
        goto end;
    for (int i = 0; i < n; i++)
        s->a[i] = calloc(n, sizeof **s->a);
    if (!(s->b = malloc(n*sizeof *s->b)))
        goto end;
    failed = 0;
end:
    return failed;
}

static double *table(const double *x, int n)
{
    double *t = NULL, *u = NULL;
    if (n < 1)
        goto end;
    t = malloc(n*sizeof *t);
    if (!t)
        goto end;
    u = malloc(n*sizeof *u);
    if (!u)
        goto release;
    for (int i = 0; i < n; i++)
        u[i] = x[i]*x[i];
    for (int i = 0; i < n; i++)
        t[i] = u[i]*u[n - 1 - i];
    free(u);
    return t;
release:
    free(t);
    t = NULL;
end:
    return t;
}

double f(int n, const double *x, double k)
{
    sys s;
    double r = 0;
    if (init(&s, n))
        return 0;
    double *c = table(x, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s.a[i][j] = (i == j) + k*x[i]*x[j];
    s.b[0] = x[0];
    double *t = s.a[0];
    s.a[0] = s.a[1];
    s.a[1] = t;
    for (int i = 0; i < n; i++)
        r += s.a[i][0]*s.a[i][1]*c[i];
    for (int i = 0; i < n; i++)
        free(s.a[i]);
    r += s.b[0];
    free(s.a);
    free(s.b);
    free(c);
    return r;
}
