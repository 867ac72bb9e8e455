// What adjoints leave of dependents that are arrays (-value): parameters with lengths, fixed ones, matrices, in structures, updated in place, behind a pointer
// of which the head says the extent, and globals.
// options: -value
// head: updates(y)/(x y)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(4) = 0.5 .. 1.5
// head: fixed(q f)/(q)
// inputs: q(3) = 0.5 .. 1.5
// head: matrix(a)/(a b)
// inputs: n = 2
// inputs: a(2,3) = 0.5 .. 1.5
// inputs: b = 0.5 .. 1.5
// head: component(s.v)/(s.v s.w)
// inputs: s.v(3) = 0.5 .. 1.5
// inputs: s.w = 0.5 .. 1.5
// head: behind(y[n])/(x y)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(4) = 0.5 .. 1.5
// head: global(field)/(field)
// inputs: field(4) = 0.5 .. 1.5
#include <math.h>

typedef struct {
    double v[3], w;
} parts;

double field[4];

void updates(int n, const double x[n], double y[n])
{
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < n; i++)
            y[i] = y[i]*y[i]*x[i] + 0.5*y[n - 1 - i];
}

void fixed(double q[3], float *f)
{
    for (int i = 0; i < 3; i++)
        q[i] = sin(q[i])*q[i];
    *f = (float)(q[0]*q[1]*q[2]);
    *f = (*f)*(*f);
}

void matrix(int n, double a[n][3], double b)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++) {
            a[i][j] = a[i][j]*a[i][j]*b;
            a[i][j] = exp(-a[i][j])*a[i][j];
        }
}

void component(parts *s)
{
    for (int i = 0; i < 3; i++) {
        s->v[i] = s->v[i]*s->w;
        s->v[i] = s->v[i]*s->v[i]*s->w;
    }
}

static void step(double dt)
{
    for (int i = 1; i < 4; i++)
        field[i] = field[i] - dt*field[i]*(field[i] - field[i - 1]);
}

void global(void)
{
    for (int k = 1; k < 4; k++)
        step(0.1*k);
}

void behind(int n, const double *x, double *y)
{
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < n; i++)
            y[i] = y[i]*y[i]*x[i];
}
