// Names of a file that derivatives see beside locals.
// inputs: x = 0.5 .. 1.5
// head: top(x)\(y)
#include <math.h>
static double t = 1.0;
static void set(double x) { double tb = x*2.0; double td = tb*x; t = tb*td; t = t*exp(tb*td); }
void top(double x, double *y) { double tb, td; set(x); tb = sin(t); td = tb*t; *y = td*tb; }
