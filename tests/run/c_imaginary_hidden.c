// A program that takes the name I for itself: the imaginary unit is _Complex_I.
// head: turned(turned)/(x)
// inputs: n = 3
// inputs: x(3) = 0.2 .. 0.9
#include <complex.h>
#undef I

double turned(int n, const double *x)
{
    double I = 0.0;
    for (int k = 0; k < n; k++) {
        double complex z = cexp(x[k]*_Complex_I)*(1.0 + x[k]);
        I += cimag(z*z)*creal(z);
    }
    return I;
}
