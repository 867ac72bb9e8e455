// Regions in C, around declarations and in loops.
// head: sim(x)\(sim)
// inputs: n = 6
// inputs: x(6) = 0.5 .. 1.5
#include <math.h>
static void scale(double *p, double by)
{
    *p *= by*by;
}
double sim(int n, double *x)
{
    double t = 1.0, y = 0.0, w[3] = {1.0, 2.0, 3.0};
    for (int i = 0; i < n; i++) {
        //$AD CHECKPOINT-START
        double u = t*x[i];
        t = exp(-u*u) + x[i];
        if (t > 1.2) {
            y += t*u;
            w[i % 3] *= y;
        } else
            y -= u;
        //$AD CHECKPOINT-END
    }
    /* $AD CHECKPOINT-START */
    double v = w[0]*y;
    x[1] = x[1]*v;
    scale(&v, x[0]);
    for (int k = 0; k < 3; k++) {
        if (w[k] < 0.0)
            continue;
        w[k] = sin(w[k])*v;
    }
    // $AD CHECKPOINT-END
    return y*t + w[0]*w[1] + w[2]*v + x[1];
}
