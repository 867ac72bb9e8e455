// `(void)name` of a function, so that no compiler calls it unused: it has no effect, and the file of a derivative does not have the function.
// head: f(f)/(x)
// inputs: x = 0.5 .. 1
// inputs: n = 2
static double unused(double x)
{
    return x*x;
}

static double square(double x)
{
    (void)unused;
    return x*x;
}

double f(double x, int n)
{
    (void)n;
    (void)unused, (void)square;
    if (x > 2)
        (void)&unused;
    return x*square(x);
}
