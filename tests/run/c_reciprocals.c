// Reciprocals: in a turn that runs again, of structures' members, float beside double, of what is itself one.
// inputs: n = 5
// inputs: x(n) = 0.3 .. 1.6
// inputs: a = 0.7
// inputs: y(n) = 0
// wrong printed: printed again it differs
// head: shares(shares y)/(x a)
#include <math.h>

double shares(int n, const double *x, double a, double *y)
{
    double s = 0.0, one = 1.0;
    for (int i = 0; i < n; i++) {
        double e = exp(-a*x[i]), r = 1.0/(1.0 + e), w = 1.0/(one/r + x[i]*x[i]);
        y[i] = r*w + 1.0/(1.0/(x[i] + a));
        s += (1.0f/(e + 2.0))*w + 1/(r + w);
    }
    return 1.0/s;
}
