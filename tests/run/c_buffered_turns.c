// What turns save that nobody counts waits in small arrays of the adjoint, and the ways taken in a number; labels and jumps, `switch` with fall-through,
// a `do` loop in it, `float` and integers of two sizes; more than they hold. What calls itself stays on the stack.
// head: events(events)/(a r)
// inputs: n = 900
// inputs: a(900) = 0.1 .. 0.4
// inputs: r = 0.02 .. 0.05
// head: events(events)/(a r)
// inputs: n = 0
// inputs: a(1) = 0.1
// inputs: r = 0.02
// head: down(down)/(x)
// inputs: depth = 3
// inputs: x = 0.5 .. 1.5
#include <math.h>

double events(int n, const double *a, double r)
{
    double v = 1.0, gain = 0.0;
    float f = 0.5f;
    long far = 0;
    int i = 0, k = 1;

    while (i < n) {
        double w = a[i];
        k = (5*k + i) % 11;
        far += k;
        switch (k % 6) {
        case 0:
            i++;
            continue;
        case 1:
            v -= 0.1*w*v;
            /* fall through */
        case 2:
            v = v > 1.0 ? v + r*w : v*(1.0 + r*w);
            break;
        case 3:
            do
                v *= 0.8 + 0.1*w;
            while (v > 1.5);
            break;
        case 4:
            f = f*(float)(1.0 - 0.01*w);
            if (v < 0.001)
                goto out;
            break;
        default:
            v += 0.5*w*w*f;
        }
        if (v > 40.0)
            break;
        gain += sqrt(v)*(far % 3);
        i++;
    }
    gain += 1.0;
out:
    return gain + r*v + f;
}

double down(int depth, double x)
{
    double v = x;
    int k = 0;
    while (v < 2.0 && k < 5) {
        v += 0.3*v*v;
        k++;
    }
    return depth > 0 ? v*down(depth - 1, 0.5*v) : v;
}
