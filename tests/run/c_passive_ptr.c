// Pointers to what has a derivative and to what has none, passed to one function.
// head: f(f)/(x)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
// inputs: c(3) = 0.5 .. 1.5
typedef struct {
    double a, b;
    double w[3];
} Part;

static double dot(int n, const double *a, const double *b)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += a[i]*b[i];
    return s;
}

static double energy(const Part *p, const Part *q)
{
    return p->a*q->b + p->w[1]*q->w[2];
}

static void both(double v, double *value, double *trace)
{
    *value = v*v;
    *trace = v + 1.0;
}

double f(int n, const double *x, const double *c)
{
    Part u, v;
    double own[4] = {1.0, 2.0, 3.0, 4.0};
    double value, trace, more;
    u.a = x[0];
    u.b = x[1];
    u.w[0] = 0.0;
    u.w[1] = x[2];
    u.w[2] = x[0]*x[1];
    v.a = c[0];
    v.b = c[1];
    v.w[0] = 0.0;
    v.w[1] = 1.0;
    v.w[2] = 2.0;
    both(x[0], &value, &trace);
    both(x[1], &more, &value);
    value += more;
    value += dot(n, x, &c[0])*dot(n, x, x) + dot(n, c, c) + dot(2, c + 1, x);
    value += energy(&u, &v)*energy(&u, &u) + energy(&v, &u);
    return value + dot(n, own, x) + dot(n, &own[1], x) + dot(3, u.w, v.w) + dot(3, v.w, u.w);
}
