// Turns of loops that are not counted run again in the backward sweep: `while` and `do while`, indices that walk, tests, a local of the turn, a call;
// with `break` and `continue` as before.
// head: turns(turns)/(a r)
// inputs: n = 6
// inputs: kind(6) = 1, 2, 0, 1, 2, 2
// inputs: a(6) = 0.5 .. 1.0
// inputs: r = 0.6 .. 0.9
// head: turns(turns)/(a r)
// inputs: n = 0
// inputs: kind(6) = 1
// inputs: a(6) = 0.5 .. 1.0
// inputs: r = 0.6 .. 0.9
#include <math.h>

static double damp(double v, double w)
{
    double q = v*w;
    q = q*q + v;
    return q/(1.0 + q*w);
}

double turns(int n, const int *kind, const double *a, double r)
{
    double v = 1.0, g = 0.0, w, s, u[2] = {1.0, 0.5};
    unsigned k = 0;
    int i = 0;
    while (i < n) {
        double z = a[i]*r;
        w = z*z + v;
        if (kind[i] == 1)
            v -= 0.1*w*v;
        else if (v > 1.0)
            v = v*(1.0 - 0.1*w);
        else
            v = v + w*w;
        if (v > 1.5) {
            v *= 0.6 - 0.05*w;
            k += 3;
        }
        u[0] = u[0]*w + v;
        u[1] = u[1]*z/(1.0 + u[0]*u[0]);
        g += sqrt(v)*w*u[1];
        i++;
    }
    do {
        w = v*r;
        s = w*w + r;
        v = v*(0.5 + 0.1*s*w);
        g += w*s;
        k++;
    } while (v > 0.1 && k < 40);
    s = 1.0;
    while (s > 0.2) {
        w = damp(s, r);
        w = w*w + s;
        s = 0.6*s/(1.0 + w*w);
        g += damp(w, s)*s;
    }
    i = n;
    while (i-- > 0) {
        w = a[i]*g;
        w = w*w + 0.1;
        if (w > 4.0)
            continue;
        if (g > 30.0)
            break;
        g += w*w*0.01;
    }
    return g + r*v*u[0] + k;
}
