// A pointer that one case of a switch sets is led to nothing before: compilers take what the backward sweep restores behind it for unset otherwise.
// head: run(run)/(xr x1)
// inputs: n = 4
// inputs: way = 3
// inputs: x1(4) = 0.5 .. 1.5
// inputs: xr(4) = 0.5 .. 1.5
#include <math.h>
double run(int n, int way, double x1[], double xr[4])
{
  double r = 0.5;
  double *q;
  const double *p;
  switch (way) {
  case 3:
    q = xr;
    p = x1;
    for (int i = 0; i < n; i++) {
      if (*p > 0.75) *q *= 0.5;
      *q++ = sin(*p++)*xr[i];
    }
    break;
  default:
    if (r < 0.5) return r;
  }
  return r + 0.5 + xr[1];
}
