// Functions that callers may leave out: tests of the pointer, by itself and with NULL, and null pointers that are passed on.
// inputs: x = 0.5 .. 1
// inputs: n = 3
// head: seen(x)\(seen)
// head: unseen(x)\(unseen)
// head: both(x)\(both)
#include <stddef.h>

typedef void (*observer)(double y, int t, void *context);
typedef double (*source)(double y);

static void add(double y, int t, void *context)
{
    double *s = context;
    *s += y*y*t;
}

static double decay(double y) { return -y*y; }

static int step(double *y, int t, source f, observer see, void *context)
{
    *y += f != NULL ? 0.1*f(*y) : 0.05;
    if (!see) *y *= 0.9;
    else if (*y > 1e3) return 0;
    if (NULL != see) see(*y, t, context);
    return t >= 0 && see ? 2 : 1;
}

static int march(int n, double *y, source f, observer see, void *context)
{
    int sum = 0;
    if (see == NULL && n > 100) return -1;
    for (int t = 0; t < n; t++) sum += step(y, t, f, see, context);
    return sum;
}

double seen(int n, double x)
{
    double y = x, s = 0;
    int sum = march(n, &y, decay, add, &s);
    return s*sum + y;
}

double unseen(int n, double x)
{
    double y = x;
    int sum = march(n, &y, decay, NULL, NULL);
    return y*(1 + sum);
}

double both(int n, double x)
{
    double y = x, s = 0;
    march(n, &y, NULL, add, &s);
    march(n, &y, decay, NULL, NULL);
    return s*y;
}
