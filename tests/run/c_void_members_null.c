// Members `void *` that a set-up sets to NULL, and that nobody looks behind.
// inputs: x = 0.5 .. 1.5
// inputs: pv(2) = 0.5 .. 1.5
// head: f(f)/(pv x)
#include <stddef.h>
struct prj {
    int flag;
    double pv[4], w[4];
    void *padding;
};

static int ini(struct prj *p)
{
    p->flag = 0;
    p->pv[0] = 1.0;
    p->pv[1] = 2.0;
    p->padding = NULL;
    return 0;
}

static int set(struct prj *p)
{
    p->w[0] = p->pv[0]*p->pv[1];
    p->flag = 101;
    return 0;
}

static int x2s(struct prj *p, double x, double *phi)
{
    if (p->flag != 101) set(p);
    *phi = p->w[0]*x;
    return 0;
}

double f(const double *pv, double x)
{
    struct prj p;
    double phi;
    int i;
    ini(&p);
    for (i = 0; i < 2; i++) p.pv[i] = pv[i];
    x2s(&p, x, &phi);
    return phi;
}
