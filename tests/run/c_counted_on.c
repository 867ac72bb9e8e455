// Arrays that are counted on from, `f + 3*i`, where a call gets their elements, a pointer is set or compared: the address is asked for, not what is there. Behind it
// something is saved only where an adjoint reads it: `f` of `fluxes` is, those of `faces` are not.
// head: faces(u)/(u)
// inputs: n = 5
// inputs: steps = 3
// inputs: u(15) = 0.5 .. 1.5
// head: fluxes(u)/(u)
// inputs: n = 5
// inputs: steps = 3
// inputs: u(15) = 0.5 .. 1.5
// head: walks(y)/(x)
// inputs: x(6) = 0.5 .. 1.5
// head: planes(y)/(x)
// inputs: x(6) = 0.5 .. 1.5
#include <math.h>

static void flux(const double *l, const double *r, double *f)
{
    double a = 0.5*(l[0] + r[0]);
    f[0] = a*l[1];
    f[1] = a*r[2] + sin(l[1]);
    f[2] = 0.5*a*a*r[1];
}

void faces(int n, int steps, double *u)
{
    double f[3*n];
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n - 1; i++)
            flux(u + 3*i, u + 3*i + 3, f + 3*i);
        for (int i = 1; i < n - 1; i++)
            for (int k = 0; k < 3; k++)
                u[3*i + k] -= 0.1*(f[3*i + k] - f[3*i - 3 + k]);
    }
}

void fluxes(int n, int steps, double *u)
{
    double f[3*n], g[3*n];
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n - 1; i++)
            flux(u + 3*i, 3*(i + 1) + u, 3*i + f);
        for (int i = 1; i < n - 1; i++)
            for (int k = 0; k < 3; k++)
                u[3*i + k] -= 0.1*(f[3*i + k]*f[3*i + k] - f[3*i - 3 + k]);
        for (int i = 0; i < n - 1; i++)
            flux(f + 3*i, u + 3*i, g + 3*i + 0);
        u[0] += 0.1*g[3];
    }
}

static double half(const double *p, int n)
{
    double s = 0.0;
    for (const double *q = p; q < p + n; q++)
        s += *q**q;
    return 0.5*s;
}

void walks(const double *x, double *y)
{
    double w[6], v[6], *p = w + 1;
    for (int i = 0; i < 6; i++)
        w[i] = x[i]*x[i];
    *y = 0.0;
    for (int t = 0; t < 2; t++) {
        if (p != w + 1)
            *y += *(w + t)*x[t];
        *p *= x[2];
        *y += half(w + 2*t, 4) + half(p, 2)*w[0];
        p = w + 3;
        flux(w, x + 1, v + 3*t);
    }
    *y += half(w + 0, 6) + half(v + 1, 4);
}

void planes(const double *x, double *y)
{
    double m[4][3], h[4][3];
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            m[i][k] = x[k] + 0.1*i*x[k + 3];
    *y = 0.0;
    for (int i = 0; i < 3; i++) {
        flux(x, *(m + i + 1), h[i + 1] + 0);
        *y += h[i + 1][0]*h[1][1] + half(m[i] + 1, 2);
    }
}
