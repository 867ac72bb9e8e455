// Fixed points in C: do while, an endless loop that is left, an array.
// head: point(p)\(point)
// inputs: p = 0.5 .. 1
#include <math.h>
static double gap(double a, double b)
{
    return a > b ? a - b : b - a;
}
double point(double p)
{
    double z = p, old, w[3] = {p, 0.0, 1.0}, norm;
    int count = 0;
    //$AD FP-LOOP "z" 1e-15
    do {
        old = z;
        z = 0.4*sin(z) + p*p;
        count++;
    } while (gap(z, old) > 1e-16 && count < 500);
    p = p*z;
    count = 0;
    /* $AD FP-LOOP "w" */
    for (;;) {
        norm = w[0] + w[1] + w[2];
        for (int i = 0; i < 3; i++)
            w[i] = 0.2*cos(w[i]*p) + 0.1*w[(i + 1) % 3]*z;
        if (gap(norm, w[0] + w[1] + w[2]) < 1e-16 || ++count > 500)
            break;
    }
    return z*w[0] + w[1]*w[2]*p;
}
