// Bounds of loops in local structures whose address is taken: a callee may change one, by a member, by a pointer to it, or with all of the structure.
// head: seen(seen)/(x)
// inputs: n = 3
// inputs: x(6) = 0.5 .. 1.5
// head: by_member(by_member)/(x)
// inputs: n = 3
// inputs: x(6) = 0.5 .. 1.5
// head: by_pointer(by_pointer)/(x)
// inputs: n = 3
// inputs: x(6) = 0.5 .. 1.5
// head: as_a_whole(as_a_whole)/(x)
// inputs: n = 3
// inputs: x(6) = 0.5 .. 1.5
struct sys { double *x; int n; };

static void twice(struct sys *s, int i) { s->x[i] *= 2.0; }

static void grow(struct sys *s, int i) { if (i == 1) s->n = 4; }

static void four(int *n) { *n = 4; }

static void replace(struct sys *s, int i)
{
    struct sys t = *s;
    t.n = 4;
    if (i == 1)
        *s = t;
}

double seen(int n, double *x)
{
    struct sys s = { x, n };
    double y = 0.0;
    for (int i = 0; i < s.n; i++) {
        twice(&s, i);
        y += x[i]*x[i];
    }
    return y;
}

double by_member(int n, double *x)
{
    struct sys s = { x, n };
    double y = 0.0;
    for (int i = 0; i < s.n; i++) {
        grow(&s, i);
        twice(&s, i);
        y += x[i]*x[i]*s.n;
    }
    return y;
}

double by_pointer(int n, double *x)
{
    struct sys s = { x, n };
    double y = 0.0;
    for (int i = 0; i < s.n; i++) {
        if (i == 1)
            four(&s.n);
        twice(&s, i);
        y += x[i]*x[i]*s.n;
    }
    return y;
}

double as_a_whole(int n, double *x)
{
    struct sys s = { x, n };
    double y = 0.0;
    for (int i = 0; i < s.n; i++) {
        replace(&s, i);
        y += x[i]*x[i]*s.n;
        x[i] *= y;
    }
    return y;
}
