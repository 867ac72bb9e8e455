// Functions of the user's with names that math.h of POSIX has, too: what is given counts.
// head: f(y)/(x)
// inputs: x = 0.5 .. 1.5
double y1(double x);
double gamma(double x), jn(int n, double x);

void f(double x, double *y)
{
    *y = y1(x)*x + gamma(x)*jn(2, x);
}

double y1(double x)
{
    return 3.0*x + x*x;
}

double gamma(double x)
{
    return x*x*x;
}

double jn(int n, double x)
{
    return n*x*x;
}
