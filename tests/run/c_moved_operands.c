// head: run(x)\(run)
// inputs: x = 0.2 .. 0.8
// A function that is called in an assignment changes what it gets the address of: sines from before are others than those from behind.
#include <math.h>

static double step(double a, double *t)
{
    *t += sin(0.5);
    return 0.5*a;
}

double run(double x)
{
    double t = x, s = 0.5;
    s = step(t/(1.5 + sin(t)), &t);
    return 2.0/(1.5 + sin(t)) + 0.1*s;
}
