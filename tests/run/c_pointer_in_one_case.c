// A pointer that one case of a switch sets is led to nothing before, so that no compiler takes what the backward sweep restores behind it for unset.
// head: run
// inputs: n = 4
// inputs: a0 = 0.5 .. 1.5
// inputs: x1(4) = 0.5 .. 1.5
// inputs: a2 = 0.5 .. 1.5
// inputs: xr(4) = 0.5 .. 1.5
// inputs: ar = 0.5 .. 1.5
#include <math.h>
#include <stdlib.h>
#include <string.h>
double run(int n, double a0, double x1[], double a2, double xr[4], double ar)
{
  int k31 = 1;
  double last33 = 0.25*(x1[3] + xr[3]);
  double r34 = 0.5;
  double *w35 = (double *)malloc(n*sizeof(double));
  int w37 = 0;
  w37++;
  int w38 = 0;
  while (w38 < 4) {
    w38++;
    k31 = 0.5 > r34 ? k31 : k31;
    *(0.5 < 0.5 ? &a2 : &xr[1]) = (k31 == 0 ? a2 : 0.5);
  }
  free(w35);
  switch (k31) {
  case 3:
    double *q46 = xr;
    const double *p45 = x1;
    for (int i47 = 0; i47 < n; i47++) {
      if (*p45 > 0.75) *q46 *= 0.5;
      *q46++ = sin(*p45++)*xr[i47];
    }
    break;
  default:
    int w53 = 0;
    w53++;
    if (0.5 < 0.5) return r34;
    ;
  }
  return r34 + 0.5;
}

