// Structure types that a function defines for itself, with members of a type of the file.
// head: named(y)/(x)
// inputs: x(3) = 0.5 .. 1.5
// head: nameless(y)/(x)
// inputs: x(3) = 0.5 .. 1.5
// head: leading(y)/(x)
// inputs: x(3) = 0.5 .. 1.5
// head: defined(y)/(x)
// inputs: x(3) = 0.5 .. 1.5
typedef struct { int n; double v[3], w; } blob;

void named(const double x[3], double *y)
{
    struct pair { blob b[2]; int k; } p;
    p.k = 1;
    p.b[0].v[0] = x[0];
    p.b[p.k].v[2] = x[0] * x[1];
    *y = p.b[p.k].v[2] * x[2] + p.b[0].v[0];
}

void nameless(const double x[3], double *y)
{
    struct { double b[2]; int k; } p;
    p.k = 1;
    p.b[p.k] = x[0] * x[1];
    *y = p.b[p.k] * x[2];
}

void leading(const double x[3], double *y)
{
    struct { blob *b; int k; } p;
    blob z = { 1, { 0.1, 0.2, 0.3 }, 0.5 };
    p.k = 1;
    p.b = &z;
    p.b->v[p.k] = x[0] * x[1];
    *y = p.b->v[p.k] * x[2];
}

void defined(const double x[3], double *y)
{
    typedef struct { blob b; int k; } loc;
    loc p = { { 1, { 0.1, 0.2, 0.3 }, 0.5 }, 1 };
    p.b.v[p.k] = x[0] * x[1];
    *y = p.b.v[p.k] * x[2];
}
