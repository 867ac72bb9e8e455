// options: -invertupdates -nocheckpoint advance
// What an update is taken back by is what it was moved by in that turn, whatever overwrites that later; also of integers, and in split mode.
// head: euler(euler)/(u p)
// inputs: n = 3
// inputs: nt = 3
// inputs: u(3) = 0.5 .. 1.5
// inputs: p = 0.3 .. 0.7
// head: halves(halves)/(u)
// inputs: n = 3
// inputs: u(3) = 0.5 .. 1.5
// head: walk(walk)/(x)
// inputs: n = 6
// inputs: x(40) = 0.5 .. 1.5
// head: until(until)/(x)
// inputs: x = 0.5 .. 1.5
// head: strides(strides)/(x)
// inputs: n = 5
// inputs: x(40) = 0.5 .. 1.5
#include <math.h>
double euler(int n, int nt, double *u, double p)
{
    double s = 0.0;
    for (int t = 0; t < nt; t++)
        for (int i = 0; i < n; i++) {
            double v = sin(p*u[i]);
            u[i] += 0.2*v;
        }
    for (int i = 0; i < n; i++) s += u[i]*u[i];
    return s;
}

static void advance(int n, double *u, double *v)
{
    for (int i = 0; i < n; i++) {
        v[i] = sin(u[(i + 1)%n]);
        u[i] += 0.2*v[i];
        v[i] = v[i]*u[i];
        u[i] -= v[i];
    }
}

double halves(int n, double *u)
{
    double v[n], s = 0.0;
    for (int i = 0; i < n; i++) v[i] = 0.0;
    for (int t = 0; t < 3; t++) {
        advance(n, u, v);
        u[0] += v[1];
    }
    for (int i = 0; i < n; i++) s += u[i]*v[i];
    return s;
}

double walk(int n, const double *x)
{
    int k = 0, step = 1;
    double y = 1.0;
    for (int i = 1; i <= n; i++) {
        y *= sin(x[k]*y);
        k += step;
        step = (i*i)%5;
        y *= x[k + step];
    }
    return y*y;
}

double until(double x)
{
    double u = x, t = 0.0;
    while (t < 1.0) {
        double v = sin(u), w;
        if (v > 0.9) w = v*v; else w = cos(u);
        u += 0.2*v;
        u = u + w*v;
        t += 0.23*v;
    }
    return u*u;
}

double strides(int n, const double *x)
{
    const double *p = x;
    int step[5];
    double y = 1.0;
    for (int i = 0; i < n; i++) step[i] = 1;
    for (int t = 1; t <= 3; t++)
        for (int i = 0; i < n; i++) {
            y = y + sin(*p*y);
            p = p + step[n - 1 - i];
            step[i] = (i*t)%4;
        }
    return y*y;
}
