// A local array that is filled in part.
// head: f(f)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
double f(int n, const double *x)
{
    double w[10], s = 0.0;
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < n; i++)
            w[i] = x[i]*(t + 1.0 + s);
        for (int i = 0; i < n; i++)
            s += w[i]*w[i];
    }
    return s;
}
