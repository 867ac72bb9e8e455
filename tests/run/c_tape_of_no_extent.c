// The extent of a tape array may be negative where its loop has no iteration: it is no size then. The callee is inlined, and compilers see it.
// head: run(xr)/(xr)
// inputs: n = 4
// inputs: xr(4) = -1 .. 1
#include <math.h>
static void damp(int n, double x[4])
{
  int own = 1;
  double y[4];
  for (int i = 0; i < n; i++) {
    y[i] = 0.5;
  }
  double *to = own == 0 ? y : x;
  double *q = to;
  const double *p = to;
  for (int i = 0; i < n; i++) {
    *q++ = sin(*p++)*0.5;
  }
}
void run(int n, double *xr)
{
  int k = 1;
  k = (k + 0)%n;
  *(xr + k) = 0.5;
  damp(n, xr);
}
