// Random numbers of the C library: what seeds the generator stays in adjoints, each number is drawn once, and in the order of the original.
// inputs: n = 5
// inputs: x = 0.5 .. 1
// wrong interpreted: the source of `srand
// head: mean(mean)/(x)
// head: chosen(chosen)/(x)
// head: chain(chain)/(x)
#define _XOPEN_SOURCE 600
#include <math.h>
#include <stdlib.h>

static void seed(unsigned n)
{
    srand(n);
    for (int i = 0; i < 3; i++)
        rand();
}

static double gauss(void)
{
    double u, v, s;
    do {
        u = 2.0*rand()/RAND_MAX - 1.0;
        v = 2.0*rand()/RAND_MAX - 1.0;
        s = u*u + v*v;
    } while (s >= 1.0 || s == 0.0);
    return u*sqrt(-2.0*log(s)/s);
}

static double path(double x, int n)
{
    double s = 1.0;
    for (int i = 0; i < n; i++)
        s *= exp(0.1*x*x + 0.2*x*gauss());
    return s;
}

double mean(double x, int n)
{
    double sum = 0.0;
    seed(42);
    for (int i = 0; i < n; i++) {
        double s = path(x, 4);
        sum += s > 1.0 ? s*s : 0.0;
    }
    return sum/n;
}

double chosen(double x, int n)
{
    double s = 1.0, a[4] = {x, x*x, 1.0, 2.0};
    srand(7);
    for (int i = 0; i < n; i++) {
        s += s*x*(rand()/(RAND_MAX + 1.0)) + 1.0;
        s *= a[rand() % 4];
        a[rand() % 4] *= x*s;
        if (rand() % 2)
            s *= x;
        else
            s += sin(x*s);
    }
    return s;
}

static double kick(double x) { return x*drand48(); }

double chain(double x, int n)
{
    double y = x;
    srand48(3);
    for (int i = 0; i < n; i++) {
        double z = kick(y);
        y += z*z + drand48()*x;
        if (drand48() < 0.3)
            y = kick(y*y);
    }
    return y;
}
