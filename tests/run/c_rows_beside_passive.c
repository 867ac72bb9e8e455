// A table of rows, of which some lead to values that are passive: a parameter by value, a structure's member, a local.
// inputs: x = 0.5 .. 1.5
// inputs: r = 0
// head: f(r)/(x)
// inputs: p = 0.7
// head: g(r)/(x)
// inputs: set.gain = 0.4
// inputs: set.other = 0
struct settings { double gain, other; };

static int model(const double **arg, double **res)
{
    double a = arg[0] ? arg[0][0] : 0;
    double b = arg[1] ? arg[1][0] : 0;
    if (res[0] != 0) res[0][0] = a*b + a*a;
    return 0;
}

void f(double *x, double p, double *r)
{
    const double *arg[2];
    double *res[1];
    arg[0] = x;
    arg[1] = &p;
    res[0] = r;
    model(arg, res);
}

void g(double *x, struct settings set, double *r)
{
    const double *arg[2];
    double *res[1];
    double half = 0.5;
    arg[0] = x;
    arg[1] = *x > 1.0 ? &set.gain : &half;
    res[0] = r;
    model(arg, res);
}
