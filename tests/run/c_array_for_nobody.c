// The adjoint of an array that a pointer leads to in a branch that is never taken, and that nobody reads: it goes, with the loops that clear it.
// head: run(x3)/(x1 x3)
// inputs: x1(4) = 0.5 .. 1.5
// inputs: x3(4) = 0.5 .. 1.5
#include <math.h>
static double first(double *x0)
{
  double t = x0[3];
  double y[4] = { 0.5, 0.5, 0.5 };
  double *q = 0.5 < 0.5 ? x0 : y;
  (void)q;
  return t + 0.5;
}
void run(double x1[4], double x3[])
{
  double a = first(x1);
  double *q = x3;
  const double *p = x1;
  *q = cos(*p + a);
}
