// Local lists of pointers to structures, also in a structure: their derivatives are not cleared through them, they lead nowhere at first.
// head: run(run)/(x)
// inputs: x = 0.5 .. 1
#include <math.h>

struct model {
    int n;
    double state[3];
};

struct scene {
    struct model *of[2][2];
    double weight;
};

static void step(struct model *m, double h)
{
    for (int i = 0; i < m->n; i++)
        m->state[i] += h*sin(m->state[i]);
}

static double sum(const struct scene *s, double x)
{
    double r = s->weight*x;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            r += s->of[i][j]->state[i]*s->of[i][j]->state[j];
    return r;
}

double run(double x)
{
    struct model a = { 3, { x, 2*x, 1 } }, b = { 2, { 1, x*x, x } };
    struct model *both[2] = { &a, &b };
    const struct model *seen[2];
    struct scene s, t;
    double J = 0;
    for (int k = 0; k < 2; k++) {
        step(both[k], 0.1);
        J += both[k]->state[1];
    }
    seen[0] = &b;
    seen[1] = both[0];
    for (int k = 0; k < 2; k++)
        J += seen[k]->state[2]*seen[1 - k]->state[0];
    for (int k = 0; k < 4; k++)
        s.of[k/2][k % 2] = both[(k + k/2) % 2];
    s.weight = 2;
    t = s;
    t.of[1][0] = &b;
    step(t.of[1][0], 0.2);
    return J*sum(&s, x) + sum(&t, J);
}
