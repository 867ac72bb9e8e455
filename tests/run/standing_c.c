// The same in C: work arrays of the caller, of which the callee's backward half finds what the forward sweep has left.
// head: heat(k t)\(out)
// inputs: n = 6
// inputs: steps = 3
// inputs: k = 0.5 .. 1.5
// inputs: t(n) = 0.5 .. 1.5
// inputs: out(1) = 0
// head: shared(a b)\(y)
// inputs: n = 6
// inputs: a(n) = 0.5 .. 1.5
// inputs: b(n) = 0.5 .. 1.5
// inputs: y(1) = 0
static void thomas(int n, const double *lo, const double *di, const double *up, const double *rhs, double *x, double *c, double *d)
{
    c[0] = up[0] / di[0];
    d[0] = rhs[0] / di[0];
    for (int i = 1; i < n; i++) {
        double m = di[i] - lo[i] * c[i - 1];
        c[i] = up[i] / m;
        d[i] = (rhs[i] - lo[i] * d[i - 1]) / m;
    }
    x[n - 1] = d[n - 1];
    for (int i = n - 2; i >= 0; i--)
        x[i] = d[i] - c[i] * x[i + 1];
}

void heat(int n, int steps, double k, double *t, double *out)
{
    double lo[8], di[8], up[8], c[8], d[8], x[8];
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < n; i++) {
            double f = k * (1.0 + t[i] * t[i]);
            lo[i] = i > 0 ? -f : 0.0;
            up[i] = i + 1 < n ? -f : 0.0;
            di[i] = 1.0 + 2.0 * f;
        }
        thomas(n, lo, di, up, t, x, c, d);
        for (int i = 0; i < n; i++)
            t[i] = x[i];
    }
    *out = 0.0;
    for (int i = 0; i < n; i++)
        *out += t[i] * t[i];
}

/* Called twice with one work array: what the first call left there is gone. */
static double fold(int n, const double *a, const double *b, double *c)
{
    c[0] = a[0];
    for (int i = 1; i < n; i++) {
        double m = b[i] - a[i] * c[i - 1];
        c[i] = a[i] / (1.0 + m * m);
    }
    return c[n - 1] * c[1];
}

void shared(int n, const double *a, const double *b, double *y)
{
    double c[8];
    double first = fold(n, a, b, c);
    *y = first * fold(n, b, a, c);
}
