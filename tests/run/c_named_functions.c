// Variables that hold functions: derivatives call what they lead to by name, and keep nothing that is not used.
// inputs: x = 0.5 .. 1
// head: integrated(integrated)/(x)
// head: bounded(t)/(t x)
// inputs: t = 0.5 .. 1
typedef double (*rate)(double);
typedef double (*stepper)(double, rate);
typedef void (*rule)(double *r, double v);

static double decay(double y) { return -y*y; }
static double euler(double y, rate f) { return y + 0.1*f(y); }
static void square(double *r, double v) { *r += v*v; }

double integrated(double x)
{
    stepper step = euler;
    for (int i = 0; i < 3; i++) x = step(x, decay);
    return x;
}

void bounded(double *t, double x)
{
    double *p = t;
    rule at_end = square;
    at_end(p, x);
}
