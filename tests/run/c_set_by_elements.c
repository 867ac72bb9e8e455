// Static arrays of the file that are set element by element, counters in a static structure, functions that end in `abort()`,
// constants that other files can name.
// head: response(r)/(p)
// inputs: p(3) = 0.5 .. 1.0
// inputs: r = 0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
extern const double SHIFT;
const double SHIFT = 0.5;
const double WEIGHTS[2] = { 1.0, 2.0 };
static double rates[2], table[2][2];
static struct { double level; int calls[3]; double out; } state;
static double part(int k, const double *p)
{
    state.calls[k]++;
    switch (k) {
    case 0: return p[0]*rates[1];
    case 1: return p[1]*table[0][1];
    case 2: return sin(p[2])*table[1][0];
    }
    abort();
}
_Noreturn static void die(const char *who)
{
    fprintf(stderr, "%s\n", who);
    exit(1);
}
static double logarithm(double v)
{
    if (v > 0)
        return log(v);
    die(__func__);
}
void response(const double p[3], double *r)
{
    rates[0] = p[0];
    state.level = p[1];
    rates[1] = rates[0]*p[2];
    table[0][0] = 1.0;
    table[1][0] = p[1]*rates[0];
    table[0][1] = table[1][0] + SHIFT;
    table[1][1] = 0.25*WEIGHTS[1];
    state.out = 0.0;
    for (int k = 0; k < 3; k++)
        state.out += part(k, p)*state.level;
    *r = logarithm(state.out + table[1][1]*rates[0]);
}
