// Static locals: a table, a work array that is set before it is read.
// head: f(f)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
double f(int n, const double *x)
{
    static double w[8];
    static const double c[3] = {1.0, 4.0, 1.0};
    double s = 0.0;
    for (int i = 0; i < 8; i++)
        w[i] = x[i % n]*c[i % 3];
    for (int i = 0; i < n; i++)
        s += w[i]*x[n - 1 - i];
    return s;
}
