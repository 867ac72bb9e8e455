// inputs: n = 5
// inputs: q(5) = -1 .. 1
// inputs: len(5) = 0.2 .. 1.5
// head: along(along)/(q, len)
// head: counted(counted)/(q, len)
// head: peeked(peeked)/(q, len)
// head: shifted(shifted)/(q, len)
// head: by_pointer(by_pointer)/(q, len)
// head: by_address(by_address)/(q, len)
#include <math.h>
/* Structures that functions give, element by element: they stand where functions take values and leave nothing else. */
typedef struct { double x, y; } vec;
#define N 5
static vec add(vec a, vec b) { vec r = { a.x + b.x, a.y + b.y }; return r; }
static vec turned(double q, vec a)
{
    double c = cos(q), s = sin(q);
    vec r = { c*a.x - s*a.y*a.x, s*a.x + c*a.y };
    return r;
}
double along(int n, const double *q, const double *len)
{
    vec w[N + 1], p, wr;
    double s = 0;
    w[0].x = 1;
    w[0].y = 0.5;
    for (int i = 0; i < n; i++) {
        p.x = len[i]*len[i];
        p.y = 0.1*len[i];
        wr = turned(q[i], w[i]);
        w[i + 1] = add(turned(p.x, wr), p);
        s += w[i + 1].x*wr.y*p.x;
    }
    return s*w[n].y;
}
/* Each call leaves something for the next one. */
static double calls;
static vec noted(double q, vec a)
{
    vec r = { q*a.x*(1 + 0.1*calls), a.y*a.x };
    calls += q*q;
    return r;
}
double counted(int n, const double *q, const double *len)
{
    vec w[N + 1];
    double s = 0;
    calls = 0;
    w[0].x = 1;
    w[0].y = 0.5;
    for (int i = 0; i < n; i++) {
        w[i + 1] = noted(q[i]*len[i], w[i]);
        s += w[i + 1].x*w[i + 1].y;
    }
    return s;
}
/* A member of what is set is read before. */
double peeked(int n, const double *q, const double *len)
{
    vec w[N + 1];
    double s = 0;
    for (int i = 0; i <= n; i++) {
        w[i].x = 1 + 0.1*i;
        w[i].y = 0.5;
    }
    for (int i = 0; i < n; i++) {
        double before = w[i + 1].y*len[i];
        w[i + 1] = turned(q[i]*before, w[i]);
        s += w[i + 1].x*before*before;
    }
    return s;
}
/* A member of an earlier element is set once more. */
double shifted(int n, const double *q, const double *len)
{
    vec w[N + 1];
    double s = 0;
    w[0].x = 1;
    w[0].y = 0.5;
    for (int i = 0; i < n; i++) {
        vec t = turned(len[i], w[i]);
        w[i + 1] = turned(q[i]*t.x, w[i]);
        w[i].y = t.y*t.y;
        s += w[i + 1].x*w[i].y*w[i].x;
    }
    return s*w[0].y*w[1].y;
}
/* The function finds elements by a pointer. */
static vec from(const vec *w, int i, double q) { vec r = { q*w[i].x*w[i].y, w[i].y + q*w[0].x }; return r; }
double by_pointer(int n, const double *q, const double *len)
{
    vec w[N + 1];
    double s = 0;
    w[0].x = 1;
    w[0].y = 0.5;
    for (int i = 0; i < n; i++) {
        w[i + 1] = from(w, i, q[i]*len[i]);
        s += w[i + 1].x*w[i].y*len[i];
    }
    return s*s;
}
/* From the address that it is given the function goes back to an earlier element. */
static double back(const double *w, double q) { return q*w[0]*w[-1] + w[-1]; }
double by_address(int n, const double *q, const double *len)
{
    double w[N + 2], s = 0;
    w[0] = 0.5;
    w[1] = 0.7;
    for (int i = 0; i < n; i++) {
        double t = back(&w[i + 1], q[i]);
        w[i + 2] = back(&w[i + 1], t*len[i]);
        w[i + 1] = t*w[i + 2];
        s += w[i + 2]*w[i + 1]*w[i]*t;
    }
    return s*w[1];
}
