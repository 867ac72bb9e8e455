// Jumps to a label in a block further up, behind which the function is left: as libraries of special functions report overflows.
// inputs: x = 0.5 .. 2.5
// head: gam(gam)/(x)
// head: last(last)/(x)
#include <stdio.h>
static int reports = 0;

double gam(double x)
{
    double p = x, q, z = 1.0;
    if (x < -33.0) {
        q = -x;
        p = q*q;
        if (p > 1.0e10) {
overflow:
            printf("overflow\n");
            return 1.0e30*z;
        }
        return p*3.0;
    }
    while (p >= 2.0) {
        p -= 1.0;
        z *= p;
    }
    if (x > 170.0)
        goto overflow;
    return z*p*p;
}

/* The end of one exit is another one, and there are values in what is copied. */
double last(double x)
{
    double y = x*x;
    if (y > 100.0) {
        if (y > 1000.0) {
large:
            y = 10.0*x;
            goto report;
        }
report:
        reports++;
        return y*x;
    }
    if (x > 2.0) goto large;
    if (x > 1.0) {
        y += x;
        goto report;
    }
    return y;
}
