// Parts of one array passed together that overlap: the function writes one of them.
// wrong: RT0404
// head: all(all)/(s)
// inputs: s(9) = 0.5 .. 1.5
static void step(int n, double *a, double *b)
{
    for (int i = 0; i < n; i++) {
        a[i] = a[i]*b[i];
        b[i] = b[i] + a[i]*a[i];
    }
}

double all(double *s)
{
    double w[6];
    for (int i = 0; i < 6; i++)
        w[i] = s[i];
    step(3, &w[0], &w[1]);
    return w[0]*w[2];
}
