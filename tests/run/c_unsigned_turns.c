// head: cost(cost)/(x)
// inputs: m = 4
// inputs: x(12) = 0.1 .. 0.3
// head: down(down)/(x)
// inputs: m = 4
// inputs: x(12) = 0.1 .. 0.3
// Loops over unsigned counters whose saved bounds are zero in some turns: none of them may run around.
#include <math.h>
#include <stddef.h>
#include <string.h>

double cost(size_t m, const double *x) {
  double y[12] = {0}, z[12] = {0};
  double s = x[0] * x[1];
  size_t n = 0;
  for (size_t k = 0; k < 3; k++) {
    for (size_t i = 0; i < n; i++) {
      z[i] = sin(y[i]) + x[i];
      s += z[i] * s;
    }
    memcpy(y, z, n * sizeof(double));
    for (size_t i = 0; i < n; i += 3)
      y[i] *= s * x[i];
    for (size_t i = 0; i < 12; i++)
      s += (z[i] + x[i]) * y[i] * s;
    n += m;
  }
  return s;
}

double down(size_t m, const double *x) {
  double y[12];
  double s = x[2];
  size_t n = 0;
  unsigned p = 0;
  for (size_t i = 0; i < 12; i++)
    y[i] = x[i] * x[i];
  for (unsigned k = 0; k < 3; k++) {
    for (size_t i = n; i-- > 0;) {
      y[i] = sin(y[i]) * s;
      s += y[i] * x[i];
    }
    for (unsigned i = p; i-- > 0;) {
      if (y[i] < -5.0)
        break;
      y[i] *= s;
      s += cos(y[i]);
    }
    for (unsigned i = 0; i < p; i++) {
      if (y[i] > 500.0)
        break;
      y[i] = y[i] / (1.0 + s * s);
      s += y[i];
    }
    n += m;
    p += 3;
  }
  return s;
}
