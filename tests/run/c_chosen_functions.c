// A function that is passed is chosen in the argument itself, by the program or through a cast.
// head: run(run)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.0
// inputs: kind = 1
typedef double (*limiter)(double, double);

static double harmonic(double a, double b)
{
    return a*b > 0.0 ? 2.0*a*b/(a + b) : 0.0;
}

static double smooth(double a, double b)
{
    return a*b*(a + b)/(a*a + b*b + 1.0);
}

static double step(int n, const double *x, limiter lim)
{
    double s = 0.0;
    for (int i = 1; i < n; i++)
        s += lim(x[i], x[i - 1]);
    return s;
}

static double twice(int n, const double *x, double lim(double, double))
{
    return step(n, x, lim) + lim(x[0], x[1]);
}

double run(int n, const double *x, int kind)
{
    return step(n, x, kind ? harmonic : smooth)*twice(n, x, kind > 1 ? harmonic : smooth);
}
