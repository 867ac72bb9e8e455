// Loops that end in a sum, with counters that the loop moves.
// head: c_fusion(x f)\(f)
// inputs: n = 6
// inputs: x(6) = -1.0 .. 1.0
#include <math.h>
void c_fusion(int n, const double *x, double *f)
{
  double t, s = 0.0;
  int k = 0;
  for (int i = 0; i < n; i++) {
    t = x[i] * x[0];
    if (t > 0.2) {
      t = t * t;
      k++;
    }
    for (int j = 0; j <= i; j++) {
      t = t * x[j] + 0.3;
    }
    t = sin(t) * t;
    s += t * t * x[k];
  }
  *f = *f + s;
  k = 0;
  do {
    t = x[k] * s;
    t = t * cos(t);
    *f += t;
    k += 2;
  } while (k < n);
}
