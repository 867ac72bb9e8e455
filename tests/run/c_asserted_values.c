// Assertions beside values, in macros, with quotes in their text: they stay as they are written, and what stands beside them is differentiated.
// head: checked(checked)/(x)
// inputs: n = 3
// inputs: x = 0.5 .. 0.9
#include <assert.h>
#include <math.h>
#define CHECKED(c, v) (assert(c), (v))
static double square(double x) { return x*x; }
double checked(int n, double x)
{
    double s, t = CHECKED(n > 0 && "a \"count\", 100\\%", sin(x));
    s = CHECKED(n < 100, x*x);
    s *= (assert(square(2.0) > 3.0), square(x + t));
    return CHECKED(s > 0.0, s*t);
}
