// What the first call sets up and later calls read.
// head: table(x)\(table)
// head: profile(x)\(y)
// inputs: n = 5
// inputs: x(5) = 0.5 .. 1.5
// inputs: y(5) = 0.0 .. 0.0
// head: warm(x)\(warm)
#include <math.h>

static double coef[4];
static int ready = 0;

static void set_up(void) {
  for (int i = 0; i < 4; i++) coef[i] = 1.0/(i + 1.0);
  ready = 1;
}

static double value(double x) {
  if (!ready) set_up();
  double s = 0.0;
  for (int i = 0; i < 4; i++) s += coef[i]*pow(x, i + 1.0);
  return s;
}

double table(double x) { return value(x)*value(sin(x)); }

void profile(int n, const double *x, double *y) {
  double carry = 1.0;
  for (int i = 0; i < n; i++) {
    carry = value(x[i]*carry) + cos(carry);
    y[i] = carry*x[i];
  }
}

double warm(double x) {
  static int first = 1;
  static double w[3];
  if (first) {
    w[0] = 0.5; w[1] = 0.25; w[2] = 0.125;
    first = 0;
  }
  double r = 1.0;
  for (int i = 0; i < 40; i++) r = 0.5*(r + x/r);
  return w[0]*r + w[1]*x + w[2]*r*r;
}
