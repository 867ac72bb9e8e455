// Places and values that calls with effects find, `a[next(&n)] += x`: they are found once, whatever derivatives read again.
// inputs: x = 0.5 .. 1
// head: added(added)/(x)
// head: counted(counted)/(x)
// head: read(read)/(x)
// head: picked(picked)/(x)
#include <math.h>

typedef struct { int n; double at[8]; } stack;

static double *top(stack *s) { s->n++; return &s->at[s->n - 1]; }

double added(double x)
{
    stack v = {0};
    for (int i = 0; i < 4; i++)
        *top(&v) += x*i;
    v.n = 0;
    for (int i = 0; i < 3; i++)
        *top(&v) *= x;
    double s = 0.0;
    for (int i = 0; i < 4; i++)
        s += v.at[i]*(i + 1);
    return s;
}

static int next(int *n) { return (*n)++; }
static int row(int i, int j) { return 2*i + j; }

double counted(double x)
{
    double a[8] = {0}, last = 0.0;
    int n = 0, m = 0, hits[4] = {0};
    for (int i = 0; i < 4; i++)
        last = a[next(&n)] += x*i;
    for (int i = 0; i < 4; i++) {
        a[row(i % 2, i / 2)] += x*x;
        hits[next(&m)]++;
    }
    return last + a[1] + 2.0*a[3]*hits[3];
}

double read(double x)
{
    double a[8] = {1.0, x, x*x, x*x*x}, s = 0.0;
    int n = 0;
    const double *p = a;
    for (int i = 0; i < 2; i++) {
        s += a[next(&n)]*x*s + i;
        a[next(&n) + 4] = s*s;
    }
    n = 0;
    for (int i = 0; i < 4; i++) {
        double u = p[next(&n)];
        s += u*u;
    }
    return s + a[5]*a[7];
}

static unsigned seed;
static unsigned draw(void) { seed = (seed*1237u + 2731u) % 32749u; return seed; }
static double uniform(void) { return draw()/32749.0; }
static int pick(int n) { return (int)(draw() % (unsigned)n); }

double picked(double x)
{
    double a[4] = {1.0, x, x*x, x*x*x}, s = 0.0;
    seed = 1;
    for (int i = 0; i < 6; i++)
        s += x*uniform()*s + a[pick(4)]*x;
    for (int i = 0; i < 6; i++)
        if (uniform() < 0.5)
            s *= x;
        else if (pick(3) == 1)
            s += sin(x);
    for (int i = 0; i < 6; i++)
        s += pow(x, pick(3));
    for (int i = 0; i < pick(5); i++)
        s *= x;
    while (pick(4) != 1)
        s *= x;
    switch (pick(3)) {
    case 0: s *= x; break;
    case 1: s = s*s; break;
    default: s -= x;
    }
    s *= pick(4) > 1 ? x : 2.0;
    return s + (uniform() > 0.3 && uniform() > 0.4 ? x : x*x);
}
