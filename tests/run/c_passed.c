// Pointers that move, are made from other pointers and are passed to calls, of values that are differentiated and of values that are not.
// inputs: n = 2
// inputs: x(6) = 0.5 .. 1.5
// inputs: s(6) = 0.5 .. 1.5
// inputs: seq(6) = 0.5 .. 1.5
// head: all(all)/(x s seq)
// head: all(all)/(x s)
static void scale(int n, const double *in, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] = out[i]*in[i];
}

static double last(int n, const double *x, double *s)
{
    const double *in = x;
    double r = 0.0;
    for (int t = 0; t < 3; t++) {
        scale(n, in, s + t*n);
        in = &s[t*n];
    }
    for (int t = 0; t < 3*n; t++)
        r += s[t]*s[t];
    return r;
}

double all(int n, const double *x, const double *seq, double *s)
{
    const double *in = seq, *gold;
    double r = 0.0;
    for (int t = 0; t < 2; t++) {
        scale(n, in, s);
        gold = &seq[t*n + n];
        for (int i = 0; i < n; i++)
            r += x[i]*s[i]*gold[i];
        in = gold;
    }
    return r*last(n, x, s);
}
