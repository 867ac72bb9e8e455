// head: fit(fit)/(p)
// inputs: n = 4
#include <math.h>
struct Model { double a, b; double w[3]; };
double gain = 2.0;
static double residual(struct Model m, double t, double obs)
{
    double r = m.a*exp(-m.b*t) - obs;
    int k;
    for (k = 0; k < 3; k++) r += m.w[k]*pow(t, k + 1);
    return r*gain;
}
static void fill(struct Model *m, const double p[5])
{
    m->a = p[0];
    m->b = p[1];
    for (int k = 0; k < 3; k++) m->w[k] = p[2 + k]*p[0];
}
double fit(int n, double p[5])
{
    struct Model m, copy;
    double s = 0.0, worst = 0.0;
    int i = 0;
    fill(&m, p);
    copy = m;
    while (i < n) {
        double t = 0.1*i, r;
        r = residual(copy, t, 0.3*t);
        if (fabs(r) > worst) worst = fabs(r);
        s += r*r;
        i++;
        if (s > 1000.0) break;
    }
    switch (n % 3) {
    case 0: s *= 2.0; break;
    case 1: s += worst;  /* fall through */
    default: s = s + p[1]*p[1];
    }
    return s;
}
