// Calls with an offset into an array, one of them in place.
// head: all(all)/(a)
// inputs: n = 3
// inputs: m = 2
// inputs: a(6) = 0.5 .. 1.5
static double norm(int n, const double *x)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += x[i]*x[i]*x[i];
    return s;
}
static void scale(int n, double *x, double f)
{
    for (int i = 0; i < n; i++)
        x[i] *= f;
}
double all(int n, int m, double *a)
{
    double s = 1.0;
    for (int k = 0; k < m; k++) {
        scale(n, a + k*n, 1.0/(1.0 + norm(n, a + k*n)));
        s += norm(n, &a[k*n])*s;
    }
    return s;
}
