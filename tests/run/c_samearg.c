// One array for two arguments that are only read.
// head: f(f)/(k)
// inputs: k.n = 3
// inputs: k.scale(3) = 0.5 .. 1.5
typedef struct { int n; double scale[3]; } K;
static double g(int n, const double *a, const double *b)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += a[i]*b[n - 1 - i];
    return s;
}
double f(K *k)
{
    return g(k->n, k->scale, k->scale);
}
