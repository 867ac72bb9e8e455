// The parts of a complex number are set one by one (an extension of GNU), and `_Complex` is written without complex.h.
// inputs: x = 0.6 .. 1.4
// head: both(x)\(both)
// head: updated(x)\(updated)
// head: elements(x)\(elements)
// head: single(x)\(single)
// head: without_names(x)\(without_names)
typedef double _Complex number;

double both(double x)
{
    number z;
    __real__ z = x*x;
    __imag__ z = 3*x;
    z = z*z;
    return __real__ z*__imag__ z;
}

double updated(double x)
{
    double _Complex z = x, w = 2*x;
    __imag__ z = x*x;
    __real__ z += 2*x;
    __imag__ z *= __real__ z;
    __real__ w = __imag__ z;
    __imag__ w = __real__ w*x;
    z = z/w;
    return __real__ z + __imag__ z;
}

double elements(double x)
{
    number z[3], *p = z;
    double s = 0;
    int k = 0;
    for (int i = 0; i < 3; i++) {
        __imag__ z[i] = x*i;
        __real__ z[i] = x + i;
    }
    __real__ *p = __imag__ z[2]*x;
    __real__ z[++k] -= x*x;
    for (int i = 0; i < 3; i++)
        s += __real__(z[i]*~z[2 - i]*z[k]);
    return s;
}

float single(float x)
{
    float _Complex z = 1;
    float re = __real__ z = x*x;
    __imag__ z = x;
    z = z*z;
    return __real__ z*__imag__ z*re;
}

static double norm(double _Complex z) { return __real__(z*~z); }

double without_names(double x)
{
    number z[2];
    z[0] = x + 2.0i*x;
    z[1] = z[0]*z[0] + 1;
    return norm(z[0]*z[1]) + norm(z[1]/z[0]);
}
