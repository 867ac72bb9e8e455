// modf and frexp: one value each, and another by address; nan.
// head: f(x)\(f)
// head: g(x)\(g)
// head: h(x)\(h)
// head: root(x)\(root)
// head: k(x)\(y)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 3.7
// inputs: y(4) = 0.0 .. 0.0
#include <math.h>

double f(double x) { double ip; double r = modf(x*x, &ip); return r*r + ip*x; }

double g(double x) { int e; double m = frexp(x, &e); return m*m*x + e; }

static double split(double v, double *whole, int *e) { return modf(v, whole)*frexp(v + 1.0, e); }
double h(double x) { double w; int e; double s = split(x*3.0, &w, &e);
  if (modf(x*7.3, &w) > 0.5 && s > -1e30) s *= x;
  return s*x + w*x + e*x; }

void k(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    float whole;
    double t = x[i]*x[i];
    double z; t = modf(t, &z) + z*x[i];
    y[i] = t*modff((float)x[i], &whole);
    y[i] += whole*x[i];
  }
}

double root(double x) { if (x < -10.0) return nan("0"); return sqrt(x + 11.0); }
