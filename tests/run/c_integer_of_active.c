// head: f(f)/(x)
// inputs: x = 100 .. 120
// wrong interpreted: was not given
// Functions of the library that are given an integer made from an active number pass nothing active.
#include <math.h>
#include <stdlib.h>
double f(double x) {
  int i = abs((int)floor(x / 90.0 - 0.5)) % 4;
  long k = labs((long)(-x)) % 2;
  return (i == 1 ? x * x : 2.0 * x) + (k == 0 ? 0.0 : sin(x)) * (double)abs((int)x);
}
