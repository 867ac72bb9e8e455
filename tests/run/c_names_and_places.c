// Local variables with the name of their function, a structure before an #include, a list of initial values behind an argument that is copied.
// head: balance(balance)/(t p)
// inputs: t = 0.5 .. 1.5
// inputs: p = 1. .. 2.
// head: drained(out)/(t)
// inputs: t = 0.5 .. 1.5
// inputs: out = 1. .. 2.
// head: run(run)/(a)
// inputs: a = 0.5 .. 1.5
// head: evap(out)/(t ra)
// inputs: t = 0.5 .. 1.5
// inputs: ra = 1. .. 2.
// inputs: out(2) = 1. .. 2.
typedef struct {
    double p;
    double q;
} orbit;
#include <math.h>

static double inhib(double t)
{
    double inhib;
    inhib = 1.0/(1.0 + exp(t));
    return inhib;
}

double balance(double t, double p)
{
    return p*inhib(t) + inhib(2.0*p);
}

static int drain(double t, double *q)
{
    double drain[2];
    drain[0] = sin(t);
    drain[1] = drain[0]*t;
    *q = drain[0] + drain[1]*drain[1];
    return drain[0] > 2.0;
}

void drained(double t, double *out)
{
    if (drain(t, out))
        *out = 0.0;
}

static void step(orbit *o)
{
    o->p = sin(o->q);
}

double run(double a)
{
    orbit o;
    o.q = a*a;
    step(&o);
    return o.p*o.q;
}

static double part(const double *w, double t, const double *ra)
{
    return w[0]*exp(-t)/ra[0];
}

void evap(double t, double ra, double *out)
{
    double w[1] = {1.0}, rc;
    rc = t*ra;
    out[0] = part(w, rc, &ra);
    out[1] = part(w, t, &rc);
}
