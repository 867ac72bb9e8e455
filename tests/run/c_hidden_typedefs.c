// A parameter or a local has the name of a typedef: `struct world` means the type where `world` does not.
// head: energy(energy)/(world.x)
// inputs: world.n = 3
// inputs: world.x = 0.5 .. 1
// inputs: other.n = 2
// inputs: other.x = 0.5 .. 1
typedef struct world {
    int n;
    double x[3];
} world;

typedef struct pair_s {
    double a, b;
} pair;

static void move(world *w)
{
    for (int i = 0; i < w->n; i++)
        w->x[i] += 0.1*w->x[0]*w->x[i];
}

static double meet(const world *a, const world *world, const struct world *other)
{
    pair p = { a->x[0]*world->x[1], 1 };
    double e = p.a*p.b;
    {
        double pair = other->x[0]*e;
        struct pair_s q = p;
        q.b = pair*q.a;
        e += q.b*sizeof(struct pair_s)/16;
    }
    return e;
}

double energy(const struct world *world, const struct world *other)
{
    struct world w = *world;
    double e = 0;
    move(&w);
    for (int i = 0; i < w.n; i++)
        e += w.x[i]*w.x[i];
    return e + meet(&w, world, other);
}
