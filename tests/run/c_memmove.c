// `memmove`: shifts inside an array, up and down, and copies to another one, or to another member of a structure.
// head: delay(delay)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// head: queue(y)/(x y)
// inputs: n = 4
// inputs: k = 2
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(4) = 0.5 .. 1.5
// head: history(history)/(x)
// inputs: n = 5
// inputs: x(5) = 0.5 .. 1.5
// head: members(x)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
#include <string.h>

#define TAPS 3

/* A filter that shifts its delay line at each sample. */
double delay(int n, const double *x)
{
    double line[TAPS] = { 0 }, s = 0;
    for (int i = 0; i < n; i++) {
        memmove(line + 1, line, (TAPS - 1)*sizeof(double));
        line[0] = x[i]*x[i];
        s += line[0]*line[1] + 0.5*line[2]*line[1];
    }
    return s;
}

void queue(int n, int k, double *x, double *y)
{
    double r[8];
    memmove(r, x, n*sizeof(*r));
    for (int i = 0; i < n; i++)
        x[i] *= r[n - 1 - i];
    memmove(&y[0], &y[1], (n - 1)*sizeof(double));
    y[n - 1] = x[0]*r[1];
    memmove(x + k, x + k - 1, sizeof(double)*(size_t)(n - k));
    for (int i = 0; i < n; i++)
        y[i] = y[i]*x[i];
}

typedef struct {
    double value, rate;
    int steps;
} sample;

typedef struct {
    sample past[3];
} record;

double history(int n, const double *x)
{
    record r = { 0 };
    double s = 0;
    for (int i = 0; i < n; i++) {
        memmove(r.past + 1, r.past, 2*sizeof(sample));
        r.past[0].value = x[i];
        r.past[0].rate = x[i]*r.past[1].value;
        r.past[0].steps = i;
        s += r.past[0].rate*r.past[2].value + r.past[2].steps*r.past[1].rate;
    }
    return s;
}

typedef struct {
    double b[4];
    struct { double a, b[4]; } q;
} pair;

void members(int n, double *x)
{
    pair c = { { x[0], x[1] }, { x[2], { x[3] } } };
    pair d[2] = { c, c };
    for (int k = 0; k < 2; k++)
        memmove(d[k].q.b, d[k].b, n*sizeof(double));
    memmove(c.b, d[1].q.b, 3*sizeof(double));
    for (int i = 0; i < n; i++)
        x[i] *= d[1].q.b[i] + c.b[i];
}
