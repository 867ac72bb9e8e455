// C: structures that hold arrays of structures with arrays in them, copied whole, by memcpy and member by member: the adjoint adds and clears element
// by element, at any depth.
// head: sim(sim)/(w.body.pos)
// inputs: w.nb = 2
// inputs: w.body.pos = 0.1 .. 0.6
// head: mix(mix)/(x)
// inputs: x(3) = 0.5 .. 1
#include <string.h>
typedef struct body { double pos[3]; double m; } body;
typedef struct system { int nb; body body[2]; } system_t;

double sim(const system_t *w)
{
    system_t v = *w;
    double s = 0;
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 3; i++) v.body[k].pos[i] *= v.body[k].pos[i];
        s += v.body[k].pos[0]*v.body[k].pos[2];
    }
    return s;
}

typedef struct { double r[1][2]; float q; int n; double *list; } cell;
typedef struct { cell c[2][1]; struct { double t[2]; int id; } tag[2]; } grid;
typedef struct { grid g[2]; grid *next; } world;

static double sum(const grid *g)
{
    return g->c[0][0].r[0][0]*g->c[1][0].r[0][1]*(1 + g->tag[1].t[0]*g->c[1][0].q) + g->c[1][0].r[0][0]*g->tag[0].t[1];
}

double mix(const double *x)
{
    world a, b, c;
    memset(&a, 0, sizeof a);
    for (int l = 0; l < 2; l++)
        for (int i = 0; i < 2; i++) {
            a.g[l].c[i][0].r[0][0] = x[i]*x[l];
            a.g[l].c[i][0].r[0][1] = x[2];
            a.g[l].c[i][0].q = 0.5f;
            a.g[l].tag[i].t[l] = x[i]*x[2];
        }
    memcpy(&b, &a, sizeof b);
    c = b;
    c.g[1] = a.g[0];
    c.g[1].c[1][0].r[0][1] *= c.g[0].tag[0].t[0];
    grid *p = &c.g[0], *q = &c.g[1];
    *p = *q;
    q->c[0][0] = p->c[1][0];
    p->tag[1] = q->tag[0];
    world fresh = { 0 };
    fresh.g[0] = a.g[1];
    a = fresh;
    return sum(p) + sum(q)*sum(&b.g[1]) + sum(&a.g[0]) + sum(&a.g[1]);
}
