// head: energy(energy)/(x c)
// inputs: n = 5
// inputs: x(n) = 0.5 .. 1.5
#include <math.h>
#include <stdlib.h>
typedef struct { double mass; double pos[3]; int id; } Particle;
static double pair(const double *a, const double *b, double c)
{
    double s = 0.0;
    for (int k = 0; k < 3; k++) {
        double d = a[k] - b[k];
        s += d*d;
    }
    c = c*2.0;
    return c/sqrt(s + 0.01);
}
static void scale(double *x, int n, double by)
{
    int i;
    for (i = 0; i < n; ++i) x[i] *= by;
}
double energy(int n, const double *x, double c)
{
    Particle *ps = malloc(n*sizeof(Particle));
    double e = 0.0, *tmp;
    double m[2][3];
    tmp = (double *)malloc((size_t)n*sizeof(double));
    for (int i = 0; i < n; i++) {
        ps[i].mass = x[i];
        for (int k = 0; k < 3; k++) ps[i].pos[k] = sin((k + 1.0)*x[i]);
        tmp[i] = x[i] > 1.0 ? x[i]*x[i] : c;
    }
    scale(tmp, n, c);
    for (int k = 0; k < 3; k++) { m[0][k] = tmp[0]; m[1][k] = c*tmp[1]; }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            e += ps[i].mass*ps[j].mass*pair(ps[i].pos, ps[j].pos, c);
    e += m[0][1]*m[1][2];
    free(tmp);
    free(ps);
    return e;
}
