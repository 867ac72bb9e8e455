// The extent of a tape array may be negative where its loop has no iteration: it is no size then. The callee is inlined, and compilers see it.
// head: run
// inputs: n = 4
// inputs: a0 = -1 .. 1
// inputs: a1 = -1 .. 1
// inputs: sr = -1 .. 1
// inputs: xr(4) = -1 .. 1
// inputs: ar = 0.5 .. 1.5
#include <math.h>
#include <stdlib.h>
#include <string.h>
static void p2(int n, double x0[4])
{
  int k4 = 1;
  double y5[4];
  for (int i6 = 0; i6 < n; i6++) {
    y5[i6] = 0.5;
  }
  double *q7 = k4 == 0 ? y5 : x0;
  double *q9 = q7;
  const double *p8 = q7;
  for (int i10 = 0; i10 < n; i10++) {
    *q9++ = sin(*p8++)*0.5;
  }
}
void run(int n, double a0, double a1, double *sr, double *xr, double ar)
{
  int k22 = 1;
  double last23 = 0.25*(xr[3]);
  k22 = (k22 + 0) % n;
  *(xr + k22) = 0.5;
  p2(n, xr);
}
