// Jumps forward that are tests: `continue`, and `goto` to what follows.
// inputs: n = 6
// inputs: x(6) = 0.5 .. 1.5
// head: convolved(convolved)/(x)
// head: guarded(guarded)/(x)
double convolved(int n, const double *x)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int d = -1; d <= 1; d++) {
            int j = i + d;
            if (j < 0 || j >= n) continue;
            double w = x[i]*x[j];
            if (w > 1.3) {
                s += w;
                continue;
            }
            s += w*s;
        }
    return s;
}

double guarded(int n, const double *x)
{
    double s = 1, t;
    for (int i = 0; i < n; i++) {
        t = x[i];
        if (t > 1.0) goto large;
        if (!(i % 3)) goto next;
        s *= t;
        goto next;
    large:
        s += t*t*s;
    next:
        s -= 0.1*t;
    }
    return s;
}
