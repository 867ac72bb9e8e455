// Objects whose functions are `static`, made by a function that is not: the derivative makes its own.
// head: settle(settle)/(k x0)
// inputs: kind = 1
// inputs: k(2) = 0.5 .. 1.5
// inputs: x0 = 0.5 .. 1.0
// inputs: n = 3
#include <math.h>
#include <stdlib.h>
struct spring;
struct spring_ops {
    double (*force)(const struct spring *s, double x);
    double (*energy)(const struct spring *, double);
};
struct spring { const struct spring_ops *ops; double k[2]; };
static double linear_force(const struct spring *s, double x) { return -s->k[0]*x; }
static double linear_energy(const struct spring *s, double x) { return 0.5*s->k[0]*x*x; }
static double hard_force(const struct spring *s, double x) { return -s->k[0]*x - s->k[1]*x*x*x; }
static double hard_energy(const struct spring *s, double x)
{
    return 0.5*s->k[0]*x*x + 0.25*s->k[1]*x*x*x*x + 0.001*exp(x);
}
static const struct spring_ops linear = { linear_force, linear_energy };
static const struct spring_ops hard = { .energy = hard_energy, .force = hard_force };
const struct spring_ops *spring_choose(int kind) { return kind ? &hard : &linear; }
int spring_init(struct spring *s, int kind, double k0, double k1)
{
    if (kind < 0) return -1;
    s->ops = spring_choose(kind);
    s->k[0] = k0;
    s->k[1] = k1;
    return 0;
}
static double total(const struct spring *s, double x, double v) { return s->ops->energy(s, x) + 0.5*v*v; }
double settle(int kind, const double k[2], double x0, int n)
{
    struct spring *s = malloc(sizeof *s);
    double x = x0, v = 0.0, h = 0.1, e;
    if (s == NULL) return -1.0;
    if (spring_init(s, kind, k[0], k[1])) {
        free(s);
        return -2.0;
    }
    for (int i = 0; i < n; i++) {
        v += h*(*s->ops->force)(s, x);
        x += h*v;
    }
    e = total(s, x, v);
    free(s);
    return e;
}
