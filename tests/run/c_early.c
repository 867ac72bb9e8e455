// Early returns.
// head: clip(clip)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
double clip(int n, const double *x)
{
    double s = 0.0;
    if (n <= 0)
        return 0.0;
    for (int i = 0; i < n; i++) {
        if (x[i] < 0.0)
            return s*x[i];
        s += x[i]*s + x[i];
        if (s > 3.0)
            return s/x[i];
    }
    return s;
}
