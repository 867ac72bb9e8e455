// head: run(x)\(run)
// inputs: x = 0.2 .. 0.8
// head: tested(x)\(tested)
// inputs: x = 0.2 .. 0.8
// head: selected(x)\(selected)
// inputs: x = 0.2 .. 0.8
// head: found(x)\(found)
// inputs: x = 0.2 .. 0.8
// A function that is called in an assignment, a test, a selector or a subscript changes what it gets the address of: sines from before are others than those
// from behind.
#include <math.h>

static double step(double a, double *t)
{
    *t += sin(0.5);
    return 0.5*a;
}

static int next(double *t)
{
    *t += 0.25;
    return 1;
}

double run(double x)
{
    double t = x, s = 0.5;
    s = step(t/(1.5 + sin(t)), &t);
    return 2.0/(1.5 + sin(t)) + 0.1*s;
}

double tested(double x)
{
    double t = 0.3, s = x/(1.5 + sin(t));
    if (next(&t) > 0)
        s = s*x/(1.5 + sin(t));
    else if (next(&t) > 1)
        s = s/(1.5 + sin(t));
    return s*x/(1.5 + sin(t));
}

double selected(double x)
{
    double t = 0.3, s = x/(1.5 + sin(t));
    switch (next(&t)) {
    case 1:
        s = s*x/(1.5 + sin(t));
        break;
    default:
        s = 2.0*s;
    }
    return s*x/(1.5 + sin(t));
}

double found(double x)
{
    double t = 0.3, u[3] = { 0.0, 0.0, 0.0 };
    u[0] = x/(1.5 + sin(t));
    u[next(&t)] = u[0]*x;
    return u[1]*x/(1.5 + sin(t));
}
