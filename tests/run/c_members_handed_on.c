// Members that are pointers, handed on: as they are, from an element on, as an address; and an allocator that gives parts of one array.
// inputs: t(3) = 0.5 .. 1
// inputs: k(3) = 0.5 .. 1
// head: passed(t)/(t k)
// head: stepped(t)/(t k)
// head: addressed(t)/(t k)
// head: arena_cells(t)/(t k)
// inputs: n = 3
struct grid { double *t; const double *k; double v; };

static void line(double *restrict x, const double *restrict k, const struct grid *restrict g) { x[0] = x[0]*k[0]*g->v; }

static void half(struct grid *g, int i) { line(g->t, g->k, g); (void)i; }

void passed(double *t, const double *k)
{
    struct grid g = { t, k, 0.5 };
    for (int i = 0; i < 3; i++) half(&g, i);
}

static void scaled(double *x, const double *k) { x[0] = x[0]*k[0] + k[1]; }

static void from_element(struct grid *g, int i) { scaled(g->t + i, g->k + i); }

void stepped(double *t, const double *k)
{
    struct grid g = { t, k, 0.5 };
    for (int i = 0; i < 2; i++) from_element(&g, i);
}

static void at_address(struct grid *g, int i) { line(&g->t[i], &g->k[i], g); }

void addressed(double *t, const double *k)
{
    struct grid g = { t, k, k[2] };
    for (int i = 0; i < 3; i++) at_address(&g, i);
}

typedef struct { double *base; int used; } arena;

static double *get(arena *a, int n)
{
    double *p = a->base + a->used;
    a->used += n;
    return p;
}

static void cell(arena *space, const double *restrict k, double *restrict t)
{
    int mark = space->used;
    double *z = get(space, 2);
    z[0] = k[0]*t[0];
    z[1] = k[1]*t[0] + t[1];
    t[0] = z[0] + z[1];
    t[1] = z[0]*z[1];
    space->used = mark;
}

void arena_cells(int n, double *t, const double *k)
{
    double room[8];
    arena space = { room, 0 };
    for (int i = 0; i < n; i++) cell(&space, k, t);
}
