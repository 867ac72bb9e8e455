// What is given to a procedure that makes memory is converted to the type of its parameter, wherever its body stands.
// head: course(y)\(course)
// inputs: n = 6
// inputs: m = 5
// inputs: y(6) = 0.2 .. 0.9
// head: ramp(x)\(ramp)
// inputs: n = 5
#include <math.h>
#include <stdlib.h>

struct table {
    size_t n;
    double *x, *y, *slope;
};

static int table_make(struct table *t, size_t n, const double *y, double width)
{
    t->n = n;
    t->x = malloc(n * sizeof *t->x);
    t->y = malloc(n * sizeof *t->y);
    t->slope = malloc(n * sizeof *t->slope);
    if (!t->x || !t->y || !t->slope)
        return -1;
    for (size_t i = 0; i < n; i++) {
        t->x[i] = width * i / 3;
        t->y[i] = y[i] * (1 / width);
    }
    for (size_t i = 0; i + 1 < n; i++)
        t->slope[i] = (t->y[i + 1] - t->y[i]) / (t->x[i + 1] - t->x[i]);
    t->slope[n - 1] = 0.0;
    for (size_t i = n - 1; i-- > 0;)
        t->slope[i] += 0.5 * t->slope[i + 1] * t->y[i];
    return 0;
}

static double table_at(const struct table *t, double at)
{
    size_t low = 0, high = t->n - 1;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (t->x[middle] > at)
            high = middle;
        else
            low = middle;
    }
    return t->y[low] + t->slope[low] * (at - t->x[low]);
}

static void table_free(struct table *t)
{
    free(t->x);
    free(t->y);
    free(t->slope);
}

double course(int n, int m, const double *y)
{
    struct table t;
    if (table_make(&t, n, y, 2))
        return -1.0;
    double sum = 0.0;
    for (int k = 0; k < m; k++) {
        double d = table_at(&t, 0.3 + 0.6 * k) - cos(k);
        sum += d * d;
    }
    table_free(&t);
    return sum;
}

static double *weights(int n, float first, double x)
{
    double *w = malloc(n * sizeof(double));
    for (int i = 0; i < n; i++)
        w[i] = first / n + x * i;
    return w;
}

double ramp(int n, double x)
{
    double *w = weights(n, 1, x), *v = weights(3.7, n, x * x);
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += w[i] * w[i];
    for (int i = 0; i < 3; i++)
        s += v[i] * v[i] * v[i];
    free(w);
    free(v);
    return s;
}
