// A cursor that a loop, a call and a message stand beside.
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// inputs: y = 0 .. 0
// head: top1(y)/(x)
// head: top2(y)/(x)
// head: top3(y)/(x)
#include <stdio.h>
#include <stdlib.h>

typedef struct { double *at; int left; } cursor;

static double sq(double v) { return v*v; }
static void put1(cursor *c, const double *v)
{
    for (int k = 0; k < 2; k++) *c->at++ = v[k]*v[k];
    c->left--;
}

static void put2(cursor *c, double v)
{
    *c->at++ = sq(v);
    c->left--;
}

static void put3(cursor *c, double v)
{
    if (c->left < 0) printf("full\n");
    *c->at++ = v*v;
    c->left--;
}

void top1(int n, const double *x, double *y)
{
    double buf[8] = { 0 };
    cursor c = { buf, 8 };
    for (int i = 0; i < n - 1; i++) put1(&c, x + i);
    *y = buf[0]*buf[1] + buf[2]*buf[3];
}

void top2(int n, const double *x, double *y)
{
    double buf[8] = { 0 };
    cursor c = { buf, 8 };
    for (int i = 0; i < n; i++) put2(&c, x[i]);
    *y = buf[0]*buf[1] + buf[2]*buf[3];
}

void top3(int n, const double *x, double *y)
{
    double buf[8] = { 0 };
    cursor c = { buf, 8 };
    for (int i = 0; i < n; i++) put3(&c, x[i]);
    *y = buf[0]*buf[1] + buf[2]*buf[3];
}
