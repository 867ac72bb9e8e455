// Binomial checkpointing in C: a counter that the loop declares, one outside of it, a loop in a loop.
// head: march(x)\(march)
// inputs: n = 7
// inputs: x = 0.5 .. 1.5
#include <math.h>
static double flow(double u, double x)
{
    return u - 0.1*u*u*x + 0.05*sin(u);
}
double march(int n, double x)
{
    double u = x, w[2] = {1.0, x}, y = 0.0;
    int k;
    //$AD BINOMIAL-CKP n+1 2 0
    for (int i = 0; i < n; i++) {
        double old = u;
        u = flow(u, x) + 0.01*i;
        w[0] = w[0]*u + old;
        w[1] += w[0]*w[0]*0.01;
    }
    y = w[1]*u;
    /* $AD BINOMIAL-CKP n 3 1 */
    for (k = n - 1; k > 0; k--) {
        for (int j = 0; j < 2; j++)
            w[j] = w[j]*cos(w[1 - j]) + k*x;
        y += w[0]*w[1];
    }
    return y*w[0] + k*u;
}
