// Heads whose lists are kept, and that another head calls: their interfaces have what the call needs, too.
// options: -fixinterface
// head: f(f)/(b)
// head: g(r)/(b z)
// head: h(h)/(x)
#include <math.h>

double f(double a, double b) { return a * sin(b); }

void g(double a, double b, double z, double *r) {
  if (z > 0.2)
    *r = a * b;
}

double h(double x) {
  double r = x, y = 0.;
  for (int i = 0; i < 3; i++) {
    g(r, 2., x, &r);
    y += f(x, x * r) + f(r, 3.);
  }
  return y;
}
