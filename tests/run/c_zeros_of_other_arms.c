// What one arm of a choice in a loop sets is zero in the others, and not cleared behind the choice. Just outside: `continue`, a value that is handed on.
// inputs: n = 6
// inputs: x = 0.4 .. 1.5
// inputs: f = 0.
// head: other_arms(x y)\(y f)
#include <math.h>
void other_arms(int n, double x[6], double y[6], double *f)
{
  double last = x[0];
  *f = 0.;
  for (int i = 1; i < n; i++) {
    double a = x[i] - x[i-1], b = x[i]*y[i-1], s, v;
    if (fabs(a) > fabs(b)) {
      s = a*b;
      v = last;
    } else {
      s = b > 0.5 ? sin(b) : a;
      v = b;
    }
    if (v > 1.1)
      continue;
    if (s > 0.2)
      last = s*v;
    *f += s*v*last;
  }
  y[0] = last;
}
