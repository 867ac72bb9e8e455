// Functions of single precision in the middle of doubles: the values of all are as exact as theirs, and so are differences.
// inputs: x = 0.6 .. 1.4
// head: product(x)\(product)
// head: steps(x)\(steps)
// head: cast(x)\(cast)
#include <math.h>

double product(double x) { return sinf(x)*x; }

double steps(double x)
{
    double t = x;
    for (int i = 0; i < 20; i++)
        t = t + 0.01*expf(-t);
    return t;
}

double cast(double x) { return (float)(x*x)*x; }
