// `I` of complex.h in what greater macros expand to: what the header has for it is no constant of C.
// inputs: t = 0.5 .. 1.5
// head: part(part)/(t)
// head: other(other)/(t)
#include <complex.h>
#define CONSTS double complex t1 = (3.7e-2 + 5.1e-2*I), r1 = (44.7 + 65.7*I)
#define SET(z, a) z = (a)*(2.0 + 3.0*I)
#define START (1.0 + 2.0*J)
#define J _Complex_I

double part(double t)
{
    CONSTS;
    double complex tau = t*t1;
    return creal(r1*clog(1.0 + tau));
}

double other(double t)
{
    double complex z, w = START;
    SET(z, t*w*J);
    return cimag(z*z);
}
