// Products of literals with signs.
// inputs: x(3) = 0.5 .. 1.5
// head: products(x)\(y)
#include <math.h>

void products(const double x[3], double y[3])
{
    y[0] = -0.5 * x[0] * -0.5 + 2 * -3 * x[1] * -0.5;
    y[1] = x[0] / (2.0 + x[1] * (-0.5) * x[1] * (-0.5));
    y[2] = exp((-0.5) * x[2] * (-2.0f) * (-0.25)) * -0.125 * (-1) * x[0];
}
