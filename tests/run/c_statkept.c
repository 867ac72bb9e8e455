// A static local that remembers something from call to call: the derivative has its own, and the user says that this is as good.
// options: -statics own
// head: f(f)/(x)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.0
static double filter(double v)
{
    static double prev = 0.0;
    prev = 0.5*(v + prev);
    return prev*v;
}
double f(int n, const double *x)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += filter(x[i]);
    return s;
}
