// Two pointers that meet.
// head: f(f)/(x)
// inputs: n = 6
// inputs: x(6) = 0.5 .. 1.5
double f(int n, const double *x)
{
    const double *p = x, *q = x + n - 1;
    double s = 0.0;
    while (p < q) {
        if (*p < *q)
            s += *p++ * s + 0.5;
        else
            s += *q-- * *p;
    }
    return s;
}
