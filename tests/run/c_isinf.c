// isinf and isnan of <math.h>.
// head: f(f)/(x)
// inputs: x = 0.5 .. 1.5
#include <math.h>
double f(double x) { double y = exp(x); if (isinf(y) || isnan(y)) return x; return y; }
