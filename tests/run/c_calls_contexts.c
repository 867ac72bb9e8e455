// Functions with different parameters behind one `void *` member, in the manner of the GSL.
// head: total(total)/(a w c)
// inputs: a = 0.5 .. 1
// inputs: w = 0.5 .. 1
// inputs: c(3) = 0.5 .. 1
// inputs: lo = 0.1
// inputs: hi = 1.2
#include <math.h>
typedef struct { double (*function)(double x, void *params); void *params; } func_t;
#define FN_EVAL(F, x) (*((F)->function))(x, (F)->params)
struct osc { double a, w; };
struct poly { int n; double c[3]; };
static double osc_f(double x, void *params)
{
    struct osc *p = (struct osc *)params;
    return p->a*sin(p->w*x);
}
static double poly_f(double x, void *params)
{
    struct poly *p = params;
    double s = 0;
    for (int i = p->n - 1; i >= 0; i--) s = s*x + p->c[i];
    return s;
}
static double simpson(const func_t *f, double a, double b, int n)
{
    double h = (b - a)/n, s = FN_EVAL(f, a) + FN_EVAL(f, b);
    for (int i = 1; i < n; i++) s += (i % 2 ? 4 : 2)*FN_EVAL(f, a + i*h);
    return s*h/3;
}
double total(double a, double w, const double c[3], double lo, double hi)
{
    struct osc o = { a, w };
    struct poly q = { 3, { c[0], c[1], c[2] } };
    func_t f, g;
    f.function = &osc_f; f.params = &o;
    g.function = &poly_f; g.params = &q;
    return simpson(&f, lo, hi, 8) + simpson(&g, lo, hi, 4);
}
