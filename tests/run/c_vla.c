// Arrays of variable length.
// head: f(f)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
double f(int n, const double *x)
{
    double w[n], m[n][n];
    double s = 0.0;
    for (int i = 0; i < n; i++)
        w[i] = x[i]*x[i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i][j] = w[i]*x[j];
    for (int i = 0; i < n; i++)
        s += m[i][n - 1 - i]*w[i];
    return s;
}
