// Functions that change an index where a place is found: of pointers, of what is copied, allocated and released.
// head: f(y)/(x)
// inputs: x(5) = 0.5 .. 1.5
// inputs: y(2) = 0
#include <stdlib.h>
#include <string.h>
typedef struct { double *v; int n; } slot;
static int take(int *k) { return *k = *k % 4 + 1; }
static double *at(double *v, int *k) { return &v[take(k)]; }
void f(const double *x, double *y)
{
    slot s[5] = { { 0 } };
    double t[6], *p, *q;
    int j = 0;
    for (int i = 0; i < 4; i++) { s[take(&j)].v = malloc((1 + take(&i))*sizeof(double)); i--; s[j].v[0] = x[i]; s[j].v[1] = x[i + 1]; s[j].n = 2; if (i == 3) break; }
    for (int i = 1; i < 5; i++) if (!s[i].v) { s[i].v = malloc(2*sizeof(double)); s[i].v[0] = x[i]; s[i].v[1] = 1; }
    memcpy(t, x, 5*sizeof(double));
    t[5] = x[0];
    y[0] = y[1] = 0;
    for (int i = 0; i < 3; i++) {
        p = s[take(&j)].v;
        y[0] += p[0]*p[1];
        q = &t[take(&j)];
        *q *= y[0];
        q = t; q += take(&j);
        y[1] += *q*x[j];
        *at(t, &j) += x[i];
        memcpy(p, t + take(&j), 2*sizeof *p);
        y[1] += *at(t, &j)*p[1];
        s[take(&j)].v[1] += x[i];
    }
    j = 0;
    for (int i = 0; i < 4; i++) free(s[take(&j)].v);
}
