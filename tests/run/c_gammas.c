// tgamma and lgamma.
// head: top(x)\(y)
// inputs: x = 0.3 .. 4.9
#include <math.h>

void top(const double x[3], double *y) {
    double s = lgamma(x[0]) * tgamma(x[1]);
    for (int i = 0; i < 3; ++i)
        s += lgamma(x[i] * s * s + 1.0);
    *y = s;
}
