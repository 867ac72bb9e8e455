// Tables of a file in which `const` was left out, beside calls of nobody knows what: what a pointer without targets leads to cannot change them.
// inputs: x = 0.2 .. 0.9
// head: series(series)/(x)
// head: by_rows(by_rows)/(x y)
#include <math.h>
struct expansion {
    double c[4];
    int order;
    double low, high;
};
static struct expansion near = { { 0.9, -0.3, 0.05, -0.01 }, 3, 0.0, 1.0 };
static struct expansion far = { { 0.4, -0.1, 0.02 }, 2, 1.0, 4.0 };

/* Set by whoever wants to hear of errors. */
void (*on_error)(const char *, int) = 0;

static void complain(const char *what, int code)
{
    if (on_error) on_error(what, code);
}

/* Clenshaw's recurrence. */
static int sum_up(const struct expansion *s, double x, double *value)
{
    double d = 0.0, dd = 0.0, t = (2.0*x - s->low - s->high)/(s->high - s->low);
    for (int j = s->order; j >= 1; j--) {
        double old = d;
        d = 2.0*t*d - dd + s->c[j];
        dd = old;
    }
    *value = t*d - dd + 0.5*s->c[0];
    if (fabs(t) > 1.0) {
        complain("outside", 1);
        return 1;
    }
    return 0;
}

double series(double x)
{
    double a, b;
    if (sum_up(&near, x, &a) || sum_up(&far, 1.0 + 2.0*x, &b)) return 0.0;
    return a*b;
}

static double rows[2][3] = { { 0.1, 0.2, 0.3 }, { 1.0, -0.5, 0.25 } };

static double horner(const double *c, double x)
{
    double s = 0.0;
    for (int i = 2; i >= 0; i--) s = s*x + c[i];
    if (s > 100.0) complain("large", 2);
    return s;
}

double by_rows(double x, double y)
{
    return horner(rows[0], x)*horner(rows[1], x*y);
}
