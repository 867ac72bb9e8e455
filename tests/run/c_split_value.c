// Functions with a value in split mode: what they return is kept while they save.
// head: g(y)/(x)
// options: -nocheckpoint sq
// inputs: x(2) = 0.5 .. 1.5
static double sq(double x)
{
    double t;
    t = x*x;
    return t*t;
}

static double pick(double x, double *trace)
{
    *trace = x;
    if (x > 1.0)
        return x*x;
    x = x*x*x;
    return sq(x);
}

void g(double *x, double *y)
{
    double t = sq(x[0]), trace;
    x[0] = t;
    *y = t*x[1] + pick(x[1], &trace);
    *y = *y*trace;
}
