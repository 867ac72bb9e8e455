// Subscripts that are overwritten and may be computed again in the backward sweep, or may not.
// head: recompute(x y)/(x y)
// inputs: n = 5
// inputs: idx(5) = 0 .. 4
// inputs: x(5) = 0.5 .. 1.5
// inputs: y(5) = 0.7 .. 1.3
// Turns that run again overwrite what earlier ones of an outer loop left in a local array.
// head: weights_again(weights_again)/(x c)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
// inputs: c = 0.2 .. 0.6
#include <math.h>

void recompute(int n, int idx[5], double x[5], double y[5]) {
  int k = idx[0];
  x[k] = x[k]*y[0];
  k = idx[1];
  x[k] = x[k]*y[1];
  k = n - 1;
  y[k] = y[k]*x[0];
  for (int i = 1; i < n; i++) {
    k = i - 1;
    x[k] = x[k]*y[i];
    k = idx[i];
    y[k] = y[k]*x[k];
    idx[i] = i;
    k = n - i;
    x[k] = x[k] + y[k]*x[i];
  }
  k = idx[2];
  x[k] = x[k]*x[0];
  idx[2] = 1;
  k = idx[2];
  x[k] = x[k]*x[0];
}

double weights_again(int n, const double *x, double *c)
{
  double w[n], sum = 0.0;
  for (int it = 0; it < 2; it++) {
    for (int i = 0; i < n; i++) {
      double d = x[i] - *c, total = 0;
      w[i] = exp(-d*d);
      total += w[i];
      w[i] *= total;
    }
    for (int i = 0; i < n; i++)
      *c += w[i]*x[i]**c;
  }
  for (int i = 0; i < n; i++)
    sum += w[i]*(x[i] - *c);
  return sum;
}
