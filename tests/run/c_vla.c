// Arrays of variable length.
// head: f(f)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
double f(int n, const double *x)
{
    const int wide = 2*n + 1;
    double w[n], m[n][n], rows[n][wide], (*row)[wide] = rows;
    double s = 0.0;
    for (int i = 0; i < n; i++)
        w[i] = x[i]*x[i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i][j] = w[i]*x[j];
    for (int i = 0; i < n; i++)
        s += m[i][n - 1 - i]*w[i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < wide; j++)
            row[i][j] = x[i]*m[i][j % n];
    return s + rows[n - 1][wide - 1]*rows[0][n];
}
