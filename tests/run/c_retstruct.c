// Structures with arrays as values and results.
// head: f(f)/(x)
// inputs: x = 0.5 .. 1.5
// head: g(g)/(x)
// inputs: x = 0.5 .. 1.5
struct V { double a[3]; double n; };
static struct V mk(double x) { struct V v = {{x, x*x, x*x*x}, 0.0}; for (int i = 0; i < 3; i++) v.n += v.a[i]*v.a[i]; return v; }
static void twice(struct V *v) { for (int i = 0; i < 3; i++) v->a[i] *= 2.0*v->n; }
double f(double x) { struct V v = mk(x), u; u = v; twice(&u); return u.a[2]*v.a[1]; }

/* One caller takes the result, another does not. */
struct flow { double mass, momentum; };
static struct flow flux(double r, double u, double *speed)
{
    struct flow f = { r*u, r*u*u };
    *speed = u + r*r;
    return f;
}
double g(double x)
{
    double a, b, c;
    (void)flux(x, 2*x, &a);
    struct flow f = flux(a, x, &b), kept = flux(b, a, &c);
    flux(c*x, f.momentum, &a);
    return a*b + f.mass;
}
