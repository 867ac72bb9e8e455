// Globals that become active in a function that is called, and that a pointer declared later leads to; rows of structures filled from them.
// head: run(x y c.b)/(x s)
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(4) = 0.5 .. 1.5
// inputs: s = 0.5 .. 1.5
// inputs: c.k = 1
#include <math.h>
typedef struct {
    double a;
    int k;
    double b[4];
} pack;

double scale[4] = { 0.4, 0.5, 0.6, 0.7 };

static void adapt(const double *s)
{
    double *q = scale;
    *q++ = sin(0.25 + *s);
    q[0] = q[1]**s;
}

static void fill(int n, double row[])
{
    for (int i = 0; i < n; i++)
        row[i] = scale[i];
}

void run(double x[4], double *y, const double *s, pack *c)
{
    double last = 0.25*x[3];
    adapt(&last);
    y[c->k] += x[1]*y[2];
    adapt(s);
    double *q = y;
    const double *p = scale;
    for (int i = 0; i < 3; i++)
        *q++ = cos(*p++ + 0.5);
    fill(4, c->b);
}
