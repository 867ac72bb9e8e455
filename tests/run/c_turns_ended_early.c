// Turns that break and continue end and that run again backward, in loops of all kinds.
// inputs: n = 6
// inputs: x(n) = 0.3 .. 1.6
// inputs: y(n) = 0.3 .. 1.6
// inputs: a = 0.7
// head: early(early y)/(x y a)
#include <math.h>

double early(int n, const double *x, double *y, double a)
{
    double f = 0.0, r, s, t;
    int k = 0;
    for (int i = 0; i < n; i++) {
        r = 1.0 + x[i];
        for (int j = 0; j < 40; j++) {
            double h = r*r - x[i];
            if (fabs(h) < 1e-13)
                break;
            r -= 0.5*h/r;
        }
        f += r*a;
    }
    while (1) {
        s = y[k]*a;
        t = s*s;
        if (t > 0.9) {
            f += t*s;
            y[k] = y[k]*s*t;
            if (f > 60.0)
                break;
        } else if (t > 0.3) {
            f += t;
        }
        if (++k >= n)
            break;
    }
    s = a;
    do {
        t = s*s;
        r = t*s + 0.1;
        if (r > 3.0)
            break;
        s += 0.2*r*x[1];
        f += s*t;
    } while (s < 4.0);
    for (int i = 0; i < n; i++) {
        double g = x[i]*y[i], h = g*g;
        switch (i%3) {
        case 0:
            f += h*g;
            continue;
        case 1:
            g *= h;
            break;
        default:
            y[i] = g*h;
            f += h;
            continue;
        }
        t = g*g;
        if (t > 9.0)
            break;
        f += t*h;
    }
    return f*s;
}
