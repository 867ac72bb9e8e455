// C: `~z` of a complex number, an extension of GNU, is its conjugate.
// head: g(g)/(c)
// inputs: c = 0.5 .. 0.6
#include <complex.h>
double g(double c)
{
    double _Complex z = c + 2*c*c*I;
    int k = ~2;
    z *= ~(z*z);
    return creal(~z*z*z) + k*cimag(~z);
}
