// An array of rows as an argument.
// head: f(f)/(a)
// inputs: n = 2
// inputs: m = 3
// inputs: a(2,3) = 0.5 .. 1.5
// head: squares(squares)/(a)
// inputs: n = 3
// inputs: a(3) = 0.5 .. 1.5
double f(int n, int m, double **a)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        double *r = a[i];
        for (int j = 0; j < m; j++)
            s += r[j]*r[j]*a[0][j];
    }
    return s;
}

/* The end of an array as `&a[n]`. */
double squares(int n, double *a)
{
    double s = 0.0;
    for (const double *p = a; p != &a[n]; p++)
        s += *p * *p;
    return s*a[0];
}
