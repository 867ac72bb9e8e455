// A mesh with a cache behind a pointer, and callees that say whether all went well.
// head: f(y)/(x)
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(2) = 0 .. 1
#include <math.h>
#include <stdlib.h>
#include <string.h>
/* growing mesh with cached geometry and error codes */
typedef struct mesh { int nv; double *xy; int nt; int (*tri)[3]; double *area; } mesh;
typedef enum { OK = 0, ENOMEM_ = 1, EDEGEN = 2 } err_t;
#define CHECK(expr) do { err_t e_ = (expr); if (e_ != OK) { rc = e_; goto fail; } } while (0)
static err_t mesh_init(mesh *m, int nv, int nt)
{
    memset(m, 0, sizeof *m);
    m->nv = nv; m->nt = nt;
    if (!(m->xy = calloc(2*(size_t)nv, sizeof(double)))) return ENOMEM_;
    if (!(m->tri = malloc((size_t)nt*sizeof *m->tri))) return ENOMEM_;
    m->area = NULL;
    return OK;
}
static err_t mesh_areas(mesh *m)
{
    if (m->area == NULL) m->area = malloc((size_t)m->nt*sizeof(double));
    if (!m->area) return ENOMEM_;
    for (int t = 0; t < m->nt; t++) {
        const int *v = m->tri[t];
        const double *a = m->xy + 2*v[0], *b = m->xy + 2*v[1], *c = m->xy + 2*v[2];
        m->area[t] = 0.5*fabs((b[0]-a[0])*(c[1]-a[1]) - (c[0]-a[0])*(b[1]-a[1]));
        if (m->area[t] < 1e-14) return EDEGEN;
    }
    return OK;
}
static void mesh_free(mesh *m) { free(m->xy); free(m->tri); free(m->area); }
static err_t energy(const double *x, double *out)
{
    err_t rc = OK;
    mesh m;
    CHECK(mesh_init(&m, 4, 2));
    for (int i = 0; i < 4; i++) { m.xy[2*i] = (i % 2) + 0.1*x[i]; m.xy[2*i+1] = (i / 2)*x[(i+1)%4]; }
    { static const int conn[2][3] = { {0,1,2}, {1,3,2} }; memcpy(m.tri, conn, sizeof conn); }
    for (int it = 0; it < 3; it++) {
        CHECK(mesh_areas(&m));
        for (int i = 0; i < m.nv; i++) m.xy[2*i] += 0.01*m.area[i/2]*m.xy[2*i+1];
    }
    *out = 0;
    for (int t = m.nt; t--; ) *out += pow(m.area[t], 1.5);
fail:
    mesh_free(&m);
    return rc;
}
void f(const double *x, double *y)
{
    double e;
    err_t r = energy(x, &e);
    y[0] = r == OK ? e : -1;
    y[1] = e*x[0];
}
