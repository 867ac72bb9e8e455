// Structures as values: with arrays of structures in them, constant ones, and static ones that lead to a table.
// head: box(box)/(hx hy)
// inputs: hx = 0.5 .. 1.5
// inputs: hy = 0.5 .. 1.5
// head: early(early)/(a)
// inputs: a = 0.85 .. 1.5
// head: early(early)/(a)
// inputs: a = 0.5 .. 0.7
// head: mixed(mixed)/(a)
// inputs: a = 0.5 .. 1.5
// head: shift(q)/(p)
// inputs: n = 3
// inputs: p(3).x = 0.5 .. 1.5
// inputs: p(3).m = 0.5 .. 1.5
// inputs: q(3).x = 0.5 .. 1.5
// inputs: q(3).m = 0.5 .. 1.5
// head: series(series)/(a)
// inputs: a = 0.5 .. 0.9
typedef struct { double x, y; } pair;
typedef struct { pair p[2][2]; pair c; double r; int n; } corners;
typedef struct { double x, y; int hit; } ray;
typedef struct { const int *c; int order; } digits;
struct swarm;
typedef struct { double x, m; struct swarm *owner; } body;
struct swarm { double t; body *b; };

static const ray nothing = { 0.5, 0.25, 0 };
static int table[4] = { 11, 4, -2, 5 };
static digits first = { table, 3 };

corners box(double hx, double hy)
{
    corners s = { 0 };
    s.n = 4;
    s.p[0][0] = (pair){ -hx, -hy };
    s.p[0][1] = (pair){ hx, -hy };
    s.p[1][0] = (pair){ hx, hy*hx };
    s.p[1][1] = (pair){ -hx, hy };
    s.r = 0.0;
    s.c = (pair){ 0.0, 0.0 };
    return s;
}

static ray cast(double a)
{
    if (a < 0.8) return nothing;
    ray o = nothing;
    o.x = a*a;
    o.hit = 1;
    return o;
}

double early(double a)
{
    ray o = cast(a);
    return o.x + 3*o.y + a;
}

static double mix(ray p, ray q) { return p.x*q.y + q.x; }

double mixed(double a)
{
    ray o = nothing;
    o.x = a*a;
    o.y = a;
    return mix(o, nothing) + mix(nothing, o) + mix(o, o);
}

void shift(const body *p, body *q, int n)
{
    double s = p[0].x;
    for (int i = 1; i < n; i++) {
        const body pi = p[i];
        q[i].x = pi.x - s*pi.x;
        s += q[i].x;
    }
    q[0].x = s;
}

static int evaluate(const digits *s, const double x, double *val)
{
    double d = 0;
    for (int j = s->order; j >= 0; j--) {
        const double t = d;
        d = x*t + s->c[j];
    }
    *val = d*x;
    return 0;
}

double series(double a)
{
    double r;
    evaluate(&first, a, &r);
    return r*r;
}
