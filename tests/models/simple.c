// f(x, y) = x*(-sin(x*y) + y)*4
#include <math.h>
double f(double x, double y) {
  return x * (-sin(x * y) + y) * 4.0;
}
