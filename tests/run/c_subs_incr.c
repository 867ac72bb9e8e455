// Subscripts that count.
// head: pack(pack y)/(x)
// inputs: n = 5
// inputs: x(5) = 0.5 .. 1.5
// inputs: y(5) = 0.0
double pack(int n, const double *x, double *y)
{
    int k = 0, i = 0;
    while (i < n) {
        if (x[i] > 1.0)
            { y[k++] = x[i]*x[i]; i++; }
        else
            i++;
    }
    double s = 0.0;
    while (k)
        s += y[--k];
    return s;
}
