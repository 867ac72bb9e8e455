// Pointers to rows: local names for places, made again in the backward sweep with their derivatives.
// head: rows(a x)\(a rows)
// inputs: n = 4
// inputs: m = 3
// inputs: a(12) = 0.5 .. 1.5
// inputs: x(3) = 0.5 .. 1.5
double rows(int n, int m, double *a, const double *x)
{
    double s = 0.0;
    for (int i = 1; i < n; i++) {
        const double *above = &a[(i - 1)*m];
        double *row = a + i*m;
        const double *last = row + (m - 1);
        for (int j = 0; j < m; j++)
            row[j] = row[j]*above[j] + x[j]*x[j];
        if (*last > 100.0)
            continue;
        s += row[0]*last[0];
    }
    return s;
}
