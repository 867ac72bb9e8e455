// Work arrays that callees write and read, and whose callers do nothing else with: pointers of unknown extent.
// inputs: n = 4
// head: given(given)/(x)
// inputs: x(4) = 0.5 .. 1.5
// inputs: u(4) = 0
// inputs: w(4) = 0
// head: scalars(scalars)/(x)
// inputs: x(4) = 0.5 .. 1.5
// head: below(y)/(x)
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(1) = 0
// head: twice(y)/(x)
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(1) = 0
// head: members(y)/(x)
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(1) = 0
#include <math.h>
#include <stdlib.h>

static void stages(double *w, double *u, const double *x, int n)
{
    for (int i = 0; i < n; i++)
        u[i] = x[i]*x[i];
    w[0] = 0;
    for (int i = 0; i < n; i++)
        w[0] += sin(u[i])*u[n - 1 - i];
}

double given(const double *x, double *u, double *w, int n)
{
    stages(w, u, x, n);
    return w[0];
}

static void one(double *w, double *u, double x)
{
    *u = x*x;
    *w = 3**u*x;
}

double scalars(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        double u, w;
        one(&w, &u, x[i]);
        s += w;
    }
    return s;
}

static void middle(double *w, double *room, const double *x, int n)
{
    double mine[8];
    stages(w, room, x, n);
    *w *= *w;
    double v;
    stages(&v, mine + 2, x, n);
    *w += v;
}

void below(const double *x, double *y, int n)
{
    double *room = malloc(n*sizeof *room);
    middle(y, room, x, n);
    free(room);
}

// The same procedure once with what the caller goes on with.
void twice(const double *x, double *y, int n)
{
    double u[4], v[4], a, b;
    stages(&a, u, x, n);
    stages(&b, v, u, n);
    *y = a*b + u[1];
}

struct space { double u[6]; double *more; int n; };

void members(const double *x, double *y, int n)
{
    struct space s;
    double more[4], v;
    s.n = n;
    s.more = more;
    stages(&v, s.u, x, s.n);
    stages(y, s.more, x, s.n);
    *y += v;
}
