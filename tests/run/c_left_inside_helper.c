// In split mode: a helper's loop, whose header declares its counter, is left in the middle.
// options: -defaultnocheckpoint -nocheckpoint cost
// head: cost(y)/(x)
// inputs: x(4) = 0.5 .. 1.5
#include <math.h>
#include <stdlib.h>

typedef struct { int n; double *area, *xy; } mesh;
enum { GOOD, THIN, FULL };

static int areas(mesh *m)
{
    if (!m->area)
        m->area = malloc((size_t)m->n*sizeof(double));
    if (!m->area)
        return FULL;
    for (int t = 0; t < m->n; t++) {
        const double *a = m->xy + 2*t, *b = m->xy + 2*t + 2;
        m->area[t] = 0.5*fabs(a[0]*b[1] - a[1]*b[0]);
        if (m->area[t] < 1e-14)
            return THIN;
    }
    return GOOD;
}

static int energy(const double *x, double *out)
{
    int status = GOOD;
    mesh m = {.n = 3, .area = NULL};
    m.xy = malloc(8*sizeof(double));
    if (!m.xy)
        return FULL;
    for (int i = 0; i < 4; i++) {
        m.xy[2*i] = 1 + 0.1*x[i];
        m.xy[2*i + 1] = (i + 1)*x[(i + 1) % 4];
    }
    for (int turn = 0; turn < 3; turn++) {
        if ((status = areas(&m)) != GOOD)
            goto end;
        for (int i = 0; i < 3; i++)
            m.xy[2*i] += 0.01*m.area[i]*m.xy[2*i + 1];
    }
    *out = 0;
    for (int t = 0; t < m.n; t++)
        *out += pow(m.area[t], 1.5);
end:
    free(m.area);
    free(m.xy);
    return status;
}

void cost(const double *x, double *y)
{
    double e = 0;
    *y = energy(x, &e) == GOOD ? e*x[0] : -1;
}
