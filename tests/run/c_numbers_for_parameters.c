// Literals of another type than the parameter that they are given for, with all that is real counted as active.
// options: -nooptim everyoptim
// head: steps(y)/(x)
// inputs: x(2) = 0.5 .. 1
// inputs: y(2) = 0.5 .. 1
#include <math.h>

typedef int (*rate)(double t, float weight, const double u[], double du[]);

static int growth(double t, float weight, const double u[], double du[])
{
    du[0] = u[0]*u[0]*weight + 0*t;
    return isnan(du[0]) ? 1 : 0;
}

static int step(rate f, double *s)
{
    double k1[1], k2[1], u[1];
    if (f(0, 1, s, k1))
        return 1;
    u[0] = s[0] + 0.1*k1[0];
    if (f(0.1f, 2, u, k2))
        return 1;
    s[0] += 0.05*(k1[0] + k2[0]);
    return 0;
}

void steps(const double x[2], double y[2])
{
    double s[1] = {x[0]*x[1]};
    for (int n = 0; n < 3; n++)
        if (step(growth, s))
            break;
    y[0] = s[0];
    y[1] = s[0]*x[1];
}
