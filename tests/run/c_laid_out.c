// head: energy(x)\(energy)
// inputs: x(4) = 0.5 .. 1.5
// head: sum_of(x, y)\(y)
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(2) = 0.1
#include <stdalign.h>

/* Structures that lie in memory otherwise than compilers would have it: what other files make of them has the same layout. */
struct __attribute__((packed)) record {
    char tag;
    double v;
};
#pragma pack(push, 2)
typedef struct {
    short kind;
    double v[2];
} element;
#pragma pack(pop)
typedef struct {
    double a, b;
} __attribute__((aligned(32))) pair;
struct held {
    char tag;
    alignas(16) double v;
};
union number {
    union number *next;
    double v;
};

double energy(const double *x)
{
    struct record r[2] = { { 'a', x[0] }, { 'b', x[1] } };
    element e = { 1, { x[2], x[3] } };
    double s = r[0].v*r[1].v;
    s += e.v[0]*e.v[1]*(double)e.kind;
    return s;
}

void sum_of(const double *x, double *y)
{
    pair p[2] = { { x[0], x[1] }, { x[2], x[3] } };
    struct held h = { 'c', x[0]*x[1] };
    y[0] += p[0].a*p[1].b + h.v;
    y[1] = p[1].a*h.v;
}
