// Structures with arrays as values and results.
// head: f(f)/(x)
// inputs: x = 0.5 .. 1.5
struct V { double a[3]; double n; };
static struct V mk(double x) { struct V v = {{x, x*x, x*x*x}, 0.0}; for (int i = 0; i < 3; i++) v.n += v.a[i]*v.a[i]; return v; }
static void twice(struct V *v) { for (int i = 0; i < 3; i++) v->a[i] *= 2.0*v->n; }
double f(double x) { struct V v = mk(x), u; u = v; twice(&u); return u.a[2]*v.a[1]; }
