// Two walking pointers of a callee, which may lead to the same vector.
// head: work(work)/(x y)
// inputs: n = 5
// inputs: x(5) = 0.5 .. 1.5
// inputs: y(5) = 0.5 .. 1.5
static double dot(int n, const double *p, const double *q)
{
    double s = 0.0;
    while (n-- > 0)
        s += *p++ * *q++;
    return s;
}
double work(int n, double *x, double *y)
{
    return dot(n, x, y)*dot(n - 1, x + 1, x) + dot(n, x, x);
}
