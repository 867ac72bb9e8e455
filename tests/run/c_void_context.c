// head: volume(volume)/(r h)
// inputs: r = 1 .. 2
// inputs: h = 1 .. 2
#include <math.h>
typedef double (*integrand)(double x, void *ctx);
struct shape { double r, h; int calls; };
static double area(double x, void *ctx)
{
    struct shape *s = (struct shape *)ctx;
    s->calls++;
    double rad = s->r*sqrt(1.0 - 0.5*x/s->h);
    return 3.14159265358979*rad*rad*(1 + 0.1*sin(x));
}
static double gauss(integrand f, double a, double b, void *ctx)
{
    static const double node[] = { -0.774596669241483, 0.0, 0.774596669241483 };
    static const double weight[] = { 5.0/9, 8.0/9, 5.0/9 };
    double c = 0.5*(a + b), w = 0.5*(b - a), s = 0;
    for (unsigned i = 0; i < sizeof node/sizeof node[0]; i++) s += weight[i]*f(c + w*node[i], ctx);
    return s*w;
}
double volume(double r, double h)
{
    struct shape s = { r, h, 0 };
    double v = gauss(area, 0.0, h, &s);
    return s.calls == 3 ? v : -1.0;
}
