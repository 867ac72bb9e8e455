// Global and file-scope static arrays.
// head: step(step y)/(x y)
// inputs: x = 0.5 .. 1.5
#include <math.h>
double y[3] = {1.0, 2.0, 3.0};
static double coef[2][2] = {{1.0, 0.5}, {0.25, 2.0}};
static const double w[] = {0.5, 0.25, 0.125};
double step(double x)
{
    double s = 0.0;
    for (int i = 0; i < 3; i++) {
        y[i] = y[i]*x + coef[i % 2][1]*w[i];
        s += exp(-y[i]);
    }
    return s;
}
