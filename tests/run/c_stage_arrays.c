// Arrays that a call overwrites in part, again and again: stages of an integrator whose old values nobody needs, and arrays whose old values are needed.
// head: cost(cost)/(y0 p)
// inputs: n = 3
// inputs: p(3) = 0.5 .. 1.0
// inputs: y0(3) = 0.5 .. 1.0
// inputs: steps = 3
// inputs: h = 0.1
static void rate(int n, const double *p, const double *y, double *dy)
{
    for (int i = 0; i < n; i++)
        dy[i] = y[i]*y[i]*p[i] - y[i];
}
static void blend(int n, const double *y, double *m)
{
    for (int i = 0; i < n; i++)
        m[i] = m[i]*y[i];
}
double cost(int n, const double *p, const double *y0, int steps, double h)
{
    double y[4], k1[4], k2[4], z[4], m[4], c = 0.0;
    for (int i = 0; i < n; i++) {
        y[i] = y0[i];
        m[i] = 1.0 + p[i];
        k2[i] = 0.0;
    }
    for (int s = 0; s < steps; s++) {
        rate(n, p, y, k1);
        for (int i = 0; i < n; i++)
            z[i] = y[i] + h*k1[i];
        rate(n - 1, p, z, k2 + 1);
        blend(n, z, m);
        for (int i = 0; i < n; i++) {
            y[i] += 0.5*h*(k1[i] + k2[i]*k2[i]);
            c += y[i]*m[i];
        }
    }
    return c;
}
