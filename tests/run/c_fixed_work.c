// Arguments of known extent that a procedure computes in and nobody asks the derivative of; and pointers that lead to such ones, or to something active.
// head: work(y)/(x)
// inputs: x(3) = 0.5 .. 1.5
// head: outer(y)/(x)
// inputs: x(3) = 0.5 .. 1.5
// head: plane(y)/(x)
// inputs: x(3) = 0.5 .. 1.5
// head: layers(layers)/(w)
// inputs: w(6) = -1 .. 1
// inputs: x(2) = -1 .. 1
// head: places(y)/(x)
// inputs: x(3) = 0.5 .. 1.5
#include <math.h>

typedef struct {
    double at[2], v;
} place;

void work(const double x[3], double t[3], double *y)
{
    *y = 0;
    for (int i = 0; i < 3; i++)
        t[i] = x[i] * x[i];
    for (int i = 0; i < 3; i++)
        *y += t[i] * t[i];
    t[0] = 0;
}

static void scaled(const double x[3], double t[3], double f, double *y)
{
    for (int i = 0; i < 3; i++)
        t[i] = sin(f * x[i]);
    *y += t[0] * t[1] + t[2];
}

void outer(const double x[3], double t[3], double *y)
{
    *y = 1;
    for (int k = 0; k < 4; k++)
        scaled(x, t, *y, y);
}

void plane(const double x[3], double m[2][3], double *y)
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            m[i][j] = x[j] * (i + x[i]);
    *y = m[0][2] * m[1][0] + m[1][1];
}

double layers(const double w[6], const double x[2])
{
    double a[3][2];
    const double *in = x;
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < 2; j++)
            a[k][j] = tanh(w[2 * k + j] * in[0] + in[1]);
        in = a[k];
    }
    return in[0] * in[1];
}

void places(const double x[3], place p[2], double *y)
{
    for (int k = 0; k < 2; k++) {
        p[k].at[0] = x[k] * x[2];
        p[k].at[1] = x[k + 1];
        p[k].v = p[k].at[0] * p[k].at[1];
    }
    *y = p[0].v * p[1].v;
}
