// Memory that a call allocates for itself: nothing of it is saved before it has a value; and components that are allocated through a pointer
// that is only another name for a place.
// head: heat(J)/(u0 kappa)
// inputs: n = 6
// inputs: nt = 3
// inputs: u0(6) = 0.5 .. 1.5
// inputs: kappa(6) = 0.1 .. 0.2
// inputs: J = 0 .. 0
// head: layers(layers)/(w x)
// inputs: w(8) = -0.5 .. 0.5
// inputs: x(2) = -1 .. 1
#include <math.h>
#include <stdlib.h>

static void thomas(int n, const double *a, const double *b, const double *c, double *d, double *x)
{
    double *cp = malloc(n*sizeof(double));
    cp[0] = c[0]/b[0];
    d[0] = d[0]/b[0];
    for (int i = 1; i < n; i++) {
        double m = 1.0/(b[i] - a[i]*cp[i-1]);
        cp[i] = c[i]*m;
        d[i] = (d[i] - a[i]*d[i-1])*m;
    }
    x[n-1] = d[n-1];
    for (int i = n - 2; i >= 0; i--)
        x[i] = d[i] - cp[i]*x[i+1];
    free(cp);
}
void heat(int n, int nt, const double *u0, const double *kappa, double *J)
{
    double *u = malloc(n*sizeof(double)), *rhs = malloc(n*sizeof(double));
    double *a = malloc(n*sizeof(double)), *b = malloc(n*sizeof(double)), *c = malloc(n*sizeof(double));
    int i, t;
    for (i = 0; i < n; i++) u[i] = u0[i];
    for (t = 0; t < nt; t++) {
        for (i = 0; i < n; i++) {
            double k = kappa[i]*(1 + u[i]*u[i]);
            a[i] = i > 0 ? -k : 0;
            c[i] = i < n-1 ? -k : 0;
            b[i] = 1 + 2*k;
            rhs[i] = u[i];
        }
        thomas(n, a, b, c, rhs, u);
    }
    *J = 0;
    for (i = 0; i < n; i++) *J += u[i]*u[i];
    free(u); free(rhs); free(a); free(b); free(c);
}

typedef struct {
    int in;
    const double *w;
    double *z, *a;
} layer;

double layers(const double *w, const double *x)
{
    layer *all = calloc(2, sizeof(layer));
    for (int l = 0; l < 2; l++) {
        layer *one = &all[l];
        one->in = 2;
        one->w = w + 4*l;
        one->z = malloc(2*sizeof(double));
        one->a = malloc(2*sizeof(double));
    }
    for (int l = 0; l < 2; l++) {
        layer *one = all + l;
        for (int o = 0; o < 2; o++) {
            one->z[o] = 0.0;
            for (int i = 0; i < one->in; i++)
                one->z[o] += one->w[2*o + i]*x[i];
            one->a[o] = tanh(one->z[o]);
        }
        x = one->a;
    }
    double s = x[0]*x[1];
    for (int l = 0; l < 2; l++) {
        free(all[l].z);
        free(all[l].a);
    }
    free(all);
    return s;
}
