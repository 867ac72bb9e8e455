// What every turn of a loop adds to one place: parameters, elements, members, globals; loops without turns, places that coincide or are also overwritten.
// head: sums(x, w, a, gain)\(r)
// inputs: n = 5
// inputs: none = 0
// inputs: x(8) = 0.2 .. 0.9
// inputs: w(4) = 0.5 .. 0.8
#include <stddef.h>

enum { LOW, HIGH };

typedef struct {
    double charge, at[3];
} Point;

typedef struct {
    Point p[8];
} Cloud;

double gain;
double table[2];

/* one parameter, elements of another, a global: sums for each */
static double weighed(int n, const double *x, const double *w, double a)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += a * x[i] * x[i] + w[LOW] * x[i] + gain * w[HIGH] + table[1] * x[i];
    return s;
}

/* an element that other turns may be, one that exists only when there is a turn, a counter that is never below zero */
static double crossed(size_t n, const double *x, const double *w, const int *at)
{
    double s = 0.0;
    for (size_t i = 0; i < n; i++)
        s += x[i] * x[2] * w[at[n - 1]];
    for (size_t i = 1; i <= n; i++)
        s += x[i - 1] * x[n - 1];
    return s;
}

/* two names of one row: what is read through one grows through the other */
static void onto(int n, const double *from, double *to)
{
    for (int i = 1; i < n; i++)
        to[i] = to[i] * from[0] + from[i];
}

/* parameters that are only added to may be one row */
static double first(const double *p, const double *q)
{
    double s = 0.0;
    for (int i = 0; i < 4; i++)
        s += p[0] * q[i];
    return s;
}

/* members of one structure and of another in the same array, or the same one */
static void pairs(int n, Cloud *c)
{
    for (int i = 0; i < n; i++) {
        Point *a = &c->p[i];
        for (int j = 0; j < n; j++) {
            Point *b = &c->p[j / 2];
            a->charge += 0.1 * a->at[0] * b->at[1];
            b->at[2] += 0.1 * a->at[1] * b->charge;
        }
    }
}

/* overwritten in the same turn as added to */
static double carried(int n, const double *x, double *w)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        s += w[0] * x[i];
        w[i % 2] = x[i] + 0.5 * w[1];
    }
    return s;
}

void sums(int n, int none, double *x, double *w, double a, double *r)
{
    static const int at[8] = { 1, 0, 3, 2, 1, 0, 3, 2 };
    double rows[2][8], *row[2] = { rows[0], rows[0] };
    Cloud c;
    table[0] = a;
    table[1] = a * w[3];
    *r = weighed(n, x, w, a) + weighed(none, x, w, a) + crossed((size_t)n, x, w, at) + crossed((size_t)none, x, w, at) + first(x, x);
    for (int i = 0; i < n; i++)
        rows[0][i] = x[i] * w[2];
    onto(n, row[0], row[1]);
    for (int i = 0; i < n; i++) {
        c.p[i].charge = rows[0][i];
        for (int k = 0; k < 3; k++)
            c.p[i].at[k] = x[(i + k) % n];
    }
    pairs(n, &c);
    for (int i = 0; i < n; i++)
        *r += c.p[i].charge * c.p[i].at[2];
    *r += carried(n, x, w) + w[0] * w[1];
}
