// Where pointers lead: to one of two locals, which a function or a test chooses; into the structure that they are in; to what a declaration says.
// head: chosen(chosen)/(x)
// inputs: x(4) = 0.5 .. 1.5
// head: inside(inside)/(x)
// inputs: x(4) = 0.5 .. 1.5
// head: declared(declared)/(x y)
// inputs: x(4) = 0.5 .. 1.5
// inputs: y = 0.5 .. 1.5
static double *larger(double *a, double *b) { return *a > *b ? a : b; }

double chosen(const double *x)
{
    double u = x[0]*x[1], v = x[2]*x[3];
    double *p = larger(&u, &v), *q = &u;
    *p += x[0];
    if (x[3] > 1.0)
        q = &v;
    *q *= u;
    return u*v;
}

typedef struct { double v[2]; double *p[2]; } node;

double inside(const double *x)
{
    node n;
    double s = 0;
    n.v[0] = x[0];
    n.v[1] = x[1]*x[2];
    n.p[0] = &n.v[1];
    n.p[1] = &n.v[0];
    for (int i = 0; i < 2; i++) {
        *n.p[i] *= x[3];
        s += *n.p[i]*n.v[i];
    }
    return s;
}

static double sum;
static double *where = &sum;

static void put(double v) { *where += v*v; }

double declared(const double *x, double y)
{
    sum = y;
    for (int i = 0; i < 4; i++)
        put(x[i]*sum);
    return sum;
}
