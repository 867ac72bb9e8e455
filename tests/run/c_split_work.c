// head: march(u0 dt)\(cost)
// inputs: nt = 3
// inputs: n = 4
// inputs: u0(4) = 0.2 .. 0.9
// inputs: dt = 0.1 .. 0.2
// options: -nocheckpoint tendency -nocheckpoint halve
// What a backward half does not read need not be what its forward half left: a work array. What it does read is.
double work[8], flux[9], scale;

static void tendency(int n, const double *u, double *du)
{
    for (int i = 0; i < n; i++)
        work[i] = u[i]*u[i];
    flux[0] = 0.0;
    flux[n] = 0.0;
    for (int i = 1; i < n; i++)
        flux[i] = 0.5*(work[i-1] + work[i]);
    for (int i = 0; i < n; i++)
        du[i] = scale*(flux[i] - flux[i+1]);
    scale = 0.5*scale + 0.1*du[0];
}

/* Its argument comes by value and changes. */
static double halve(double s, double *v)
{
    s = s*s + *v;
    *v = s*(*v)*scale;
    return s*0.5;
}

void march(int n, const double *u0, int nt, double dt, double *cost)
{
    double u[8], du[8], k2[8], y[8];
    double h = dt;
    scale = 1.0;
    for (int i = 0; i < n; i++)
        u[i] = u0[i];
    for (int k = 0; k < nt; k++) {
        tendency(n, u, du);
        for (int i = 0; i < n; i++)
            y[i] = u[i] + 0.5*h*du[i];
        tendency(n, y, k2);
        for (int i = 0; i < n; i++)
            u[i] += h*k2[i];
        h = halve(h, &u[k]);
    }
    *cost = flux[1]*h;
    for (int i = 0; i < n; i++)
        *cost += u[i]*u[i];
}
