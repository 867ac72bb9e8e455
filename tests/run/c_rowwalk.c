// A pointer to rows and one in each row.
// head: mv(y)/(a x)
// inputs: n = 3
// inputs: m = 2
// inputs: a(6) = 0.5 .. 1.5
// inputs: x(2) = 0.5 .. 1.5
// inputs: y(3) = 0.5 .. 1.5
void mv(int n, int m, const double *a, const double *x, double *y)
{
    const double *row = a;
    for (int i = 0; i < n; i++, row += m) {
        const double *p = row, *q = x;
        double s = 0.0;
        for (int j = 0; j < m; j++)
            s += *p++ * *q++;
        *y++ = s*s;
    }
}
