// Fixed points whose variables have the same names in several blocks, one of them the name of an argument.
// head: points(x z)\(points)
// inputs: x(2) = 0.5 .. 1
// inputs: z = 0.5 .. 1
#include <math.h>
double points(const double *x, double z)
{
    double y = z;
    {
        double z = x[0], old = z + 1.0;
        //$AD FP-LOOP "z" 1e-14
        while (fabs(z - old) > 1e-14) {
            old = z;
            z = 0.3*cos(z) + 0.2*x[0]*y;
        }
        y = y*z;
    }
    {
        double z = y, old = z + 1.0;
        //$AD FP-LOOP "z" 1e-14
        while (fabs(z - old) > 1e-14) {
            old = z;
            z = 0.4*sin(z) + 0.2*x[1]*y;
        }
        y = y*z;
    }
    return y*z;
}
