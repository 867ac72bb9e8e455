// head: pick(x, y)\(y)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// inputs: y = 1
// head: optional(x, y)\(y)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// inputs: y = 1
// head: member(x, y)\(y)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// inputs: y = 1
#include <stddef.h>

static double or_else(const double *p, double otherwise)
{
    return p ? *p * *p : otherwise;
}

void pick(int n, const double x[4], double *y)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++) {
        const double *q = i % 2 ? &x[i] : NULL;

        if (q != NULL)
            sum += *q * x[0];
        else
            sum += 3.0 * x[i];
    }
    *y = sum;
}

void optional(int n, const double x[4], double *y)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += or_else(i > 1 ? &x[i] : NULL, x[0]);
    *y = sum * or_else(n > 2 ? x + 1 : 0, 2.0);
}

struct view {
    const double *at;
    const double *other;
};

void member(int n, const double x[4], double *y)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++) {
        struct view v = { i < 2 ? &x[i] : NULL, i ? x : NULL };

        sum += or_else(v.at, x[3]) * or_else(v.other, 1.5);
        v.other = i % 2 ? NULL : v.at;
        if (v.other)
            sum += *v.other;
    }
    *y = sum;
}
