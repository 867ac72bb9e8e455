// Turns of a fixed point in C that count themselves and their calls, and set arrays of their own blocks.
// head: g(p)\(g)
// inputs: p = 0.5 .. 1.0
#include <math.h>
static int calls = 0;
static double f(double x) { calls++; return 0.5*cos(x); }
double g(double p)
{
    double u[3] = {0.0, 1.0, p}, v[3], err;
    int k = 0, worst = 0;
    //$AD FP-LOOP "u" 1e-14
    do {
        double r[2] = {0.3, 0.2};
        int order[3];
        err = 0.0;
        for (int i = 0; i < 3; i++)
            order[i] = 2 - i;
        for (int i = 0; i < 3; i++)
            v[i] = f(u[i]) + 0.3*p*i;
        for (int i = 0; i < 3; i++) {
            double w = r[0]*v[i] + r[1]*v[order[i]];
            if (fabs(w - u[i]) > err) {
                err = fabs(w - u[i]);
                worst = i;
            }
            u[i] = w;
        }
        k++;
    } while (err > 1e-15 && k < 500);
    return worst < 0 ? p : u[0]*u[1] + u[2];
}
