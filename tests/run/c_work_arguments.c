// Arguments that are active inside a function and stand in no list: pointers have their derivatives from the caller, who may have left anything in them.
// head: outer(outer)/(x)
// inputs: n = 5
// inputs: x(5) = 0.5 .. 1.5
// inputs: u(5) = 0.5 .. 1.5
// head: rows(y)/(x)
// inputs: x(3) = 0.5 .. 1.5
// head: by_value(y)/(x)
// inputs: x(3) = 0.5 .. 1.5
// inputs: s = 0.5 .. 1.5
#include <math.h>

typedef struct {
    double a[3];
    double b;
    int n;
} work;

static void inner(int n, const double *x, double q[4], double *t, work *w, double *u, double *y)
{
    for (int i = 0; i < 4; i++)
        q[i] = x[i] * x[i] + q[0];
    *t = q[1] * q[2] * (*t);
    for (int i = 0; i < 3; i++)
        w->a[i] = *t * x[i];
    w->b += w->a[1];
    for (int i = 0; i < n; i++)
        u[i] = sin(w->b * x[i]);
    *y = 0.0;
    for (int i = 0; i < n; i++)
        *y += u[i] * u[i];
}

double outer(int n, const double *x, double q[4], double *t, work *w, double *u)
{
    double y, z;
    q[0] = 1.0;
    inner(n, x, q, t, w, u, &y);
    q[0] = 0.5;
    w->b = 0.25;
    *t = 2.0;
    inner(n, x, q, t, w, u, &z);
    return y * z;
}

static void last(const double x[3], double m[2][3], double *y)
{
    for (int i = 0; i < 3; i++)
        m[1][i] = m[0][i] * x[i];
    *y = m[1][0] * m[1][2];
}

void rows(const double x[3], double m[2][3], double *y)
{
    double z;
    for (int i = 0; i < 3; i++)
        m[0][i] = x[i] * x[i];
    z = m[0][1];
    last(x, m, y);
    m[0][2] = 2.0;
    *y = *y * z + m[0][2] * m[1][1];
}

void by_value(const double x[3], double s, work w, double *y)
{
    s = s * x[1];
    w.b = w.b * s;
    w.a[0] = w.b * x[2];
    *y = w.a[0] * w.b + s;
}
