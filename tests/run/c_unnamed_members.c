// Members of unions and structures without a name, some of them left out of the lists that set them.
// inputs: x = 0.5 .. 1
// head: laws(x)\(laws)
// refused without activity: RT0401
// head: parts(x)\(parts)
#include <math.h>

enum { LINEAR, POWER, MIXED };

typedef struct {
    int law;
    union {
        double slope;
        struct { double k, n; } power;
    } u;
    double density;
} material;

static double stress(const material *m, double strain)
{
    double s = m->law == POWER ? m->u.power.k*pow(strain, m->u.power.n) : m->u.slope*strain;
    return s*m->density;
}

double laws(double x)
{
    double s = 0;
    material all[] = {
        [LINEAR] = { .law = LINEAR, .u = { .slope = 2.0 }, .density = 1 },
        [POWER] = { .law = POWER, .u.power = { 1.5, 0.5 }, .density = 1.2 },
        [MIXED] = { MIXED, { 0.7 }, 0.9 },
    };
    for (int k = 0; k < 3; k++) {
        all[k].density *= x;
        s += stress(&all[k], x + k);
    }
    return s;
}

typedef struct {
    struct { double a, b; int n; } inner;
    double c;
} nested;

double parts(double x)
{
    double s = 0;
    nested one = { .inner.b = x }, two[2] = { { { x*x, .n = 3 }, 1 }, { .c = x } };
    for (int k = 0; k < 2; k++) s += (two[k].inner.a + one.inner.b*one.inner.a)*two[k].inner.n + sin(two[k].c);
    return s + one.c;
}
