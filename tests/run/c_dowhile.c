// A do loop with an effect in its test.
// head: root(root)/(a)
// inputs: a = 1.5 .. 2.5
#include <math.h>
double root(double a)
{
    double x = a, old;
    int it = 0;
    do {
        old = x;
        x = 0.5*(x + a/x);
    } while (fabs(x - old) > 1e-12 && ++it < 50);
    return x;
}
