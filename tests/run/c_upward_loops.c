// head: smooth(f)/(x)
// inputs: x(40) = 0.5 .. 1.5
// head: chain(f)/(x)
// inputs: x(40) = 0.5 .. 1.5
// head: twice(f)/(x)
// inputs: x(40) = 0.5 .. 1.5
// head: held(f)/(x)
// inputs: x(40) = 0.5 .. 1.5
// Innermost loops of the backward sweep: those whose turns commute run upwards, those that hand something on do not.
#include <math.h>

static void scale(int n, const double *w, const double *v, double *y)
{
    for (int i = 0; i < n; i++) {
        const double t = w[i]*v[i];
        y[i] += t*t*v[i];
    }
}

/* The turns commute. */
void smooth(const double x[40], double *f)
{
    double y[40], m[40*4];
    int n = 40;

    for (int i = 0; i < n; i++)
        y[i] = sin(x[i]);
    scale(n, x, y, y);
    scale(n - 1, x + 1, x, y);
    for (int k = 0; k < 4; k++) {
        double *row = m + k*n;
        for (int j = 0; j < n; j++)
            row[j] = y[j]*x[k] + (k > 0 ? row[j - n] : 0.0);
    }
    *f = 0.0;
    for (int k = 0; k < 4; k++)
        for (int j = 0; j < n; j++)
            *f += m[k*n + j]*m[k*n + j];
}

/* Each turn reads what the one before it made. */
void chain(const double x[40], double *f)
{
    double y[41], *p = y;

    y[0] = x[0];
    for (int i = 0; i < 40; i++)
        y[i + 1] = 0.5*y[i] + x[i]*y[i];
    for (int i = 1; i < 40; i++)
        p[i] = p[i]*p[i - 1] + p[i + 1];
    *f = 0.0;
    for (int i = 0; i < 41; i++)
        *f += y[i];
}

/* One array by two names, and a place that several turns add to. */
void twice(const double x[40], double *f)
{
    double y[80];
    double *low = y, *high = y + 20;

    for (int i = 0; i < 80; i++)
        y[i] = x[i/2]*x[i/2];
    for (int i = 0; i < 40; i++)
        high[i] = low[i]*x[i] + high[i];
    for (int i = 0; i < 40; i++)
        low[i] = cos(high[i]);
    for (int i = 0; i < 40; i++)
        y[i/4] += x[39 - i]*x[i];
    *f = 0.0;
    for (int i = 0; i < 80; i++)
        *f += y[i]*y[79 - i];
}

/* A scalar goes from turn to turn, and values come back from the stack. */
void held(const double x[40], double *f)
{
    double s = 1.0, y[40];

    for (int i = 0; i < 40; i++) {
        s = s*0.9 + x[i]*x[i];
        y[i] = s;
    }
    for (int i = 0; i < 40; i++) {
        y[i] = y[i]*x[i];
        y[i] = sin(y[i]);
        y[39 - i] += y[i]*x[i];
    }
    *f = 0.0;
    for (int i = 0; i < 40; i++)
        *f += y[i];
}
