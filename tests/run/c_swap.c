// Pointers that change places in a time loop.
// head: heat(heat)/(u)
// inputs: n = 6
// inputs: steps = 3
// inputs: u(6) = 0.5 .. 1.5
// inputs: v(6) = 0.5 .. 1.5
double heat(int n, int steps, double *u, double *v)
{
    double s = 0.0;
    for (int t = 0; t < steps; t++) {
        double *tmp;
        v[0] = u[0];
        v[n - 1] = u[n - 1];
        for (int i = 1; i < n - 1; i++)
            v[i] = u[i] + 0.1*(u[i - 1] - 2.0*u[i] + u[i + 1])*u[i];
        tmp = u;
        u = v;
        v = tmp;
    }
    for (int i = 0; i < n; i++)
        s += u[i]*u[i];
    return s;
}
