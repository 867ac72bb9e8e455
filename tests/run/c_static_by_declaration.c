// A function that is declared `static` and defined without the word is `static` all the same (C11 6.2.2p5): the derivative's file has a copy.
// head: f(y)/(x)
// inputs: x = 0.5 .. 1
static double poly(double x, int n);
static double twice();

void f(double x, double *y)
{
    *y = x*poly(2.0, 3) + poly(x, 2)*twice(x) + twice(3.0);
}

double poly(double x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) s = s*x + i + 1.0;
    return s;
}

extern double twice(double x)
{
    return 2*x;
}
