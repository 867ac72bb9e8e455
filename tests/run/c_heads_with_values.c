// Value and gradient of a head that another head calls (-gradient): the caller takes its value from elsewhere.
// options: -gradient -head inner(inner)/(x)
// head: outer(outer)/(x s)
#include <math.h>
double inner(const double x[3]) {
  double r = 0;
  for (int i = 0; i < 3; i++) r = r*x[i] + sin(x[i]);
  return r;
}
double outer(const double x[3], double s) {
  double r = inner(x);
  double y[3];
  for (int i = 0; i < 3; i++) y[i] = x[i]*r*s;
  return r*inner(y);
}
