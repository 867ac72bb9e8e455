// Runs of elements that counted loops overwrite in turns of while and do loops: of arrays, behind pointers, with a stride of one row.
// inputs: n = 5
// inputs: x(n) = 0.3 .. 1.2
// inputs: z(n) = 0.3 .. 1.2
// inputs: a = 0.7
// head: turns(turns z)/(x z a)
#include <math.h>

double turns(int n, const double *x, double *z, double a)
{
    double t = 0.0, w[8] = { 0.0 }, s = 0.0;
    while (t < 2.0) {
        for (int i = 0; i < n; i++)
            z[i] = z[i]*x[i]*a + 0.3*t;
        for (int i = 0; i < 8; i++)
            w[i] = 0.5*t*x[i%n] + z[0];
        t += 0.3 + 0.1*z[0]*w[3];
    }
    do {
        for (int i = n - 1; i >= 1; i--)
            z[i] = z[i]*w[i] + 0.1*z[i - 1];
        s += z[n - 1]*z[1];
        t += 0.5;
    } while (t < 5.0);
    return s + t;
}
