// Types and tags that have the names of derivative types already, as in a file of derivatives: those of now have others.
// head: f_b(xb cb)/(c.r p.q x cb.r)
// inputs: c.r = 0.5 .. 1
// inputs: c.k = 1
// inputs: p.q = 0.5 .. 1
// inputs: p.n = 2
// inputs: x = 0.5 .. 1
// inputs: cb.r = 0.5 .. 1
// inputs: pb.q = 0.5 .. 1
// inputs: fb = 0.5 .. 1
struct cam {
    double r[2];
    int k;
};

struct cam_diff {
    double r[2];
};

typedef struct lens_s {
    int n;
    double q;
} lens;

typedef struct lens_s_diff {
    double q;
} lens_diff;

static void scale_b(const lens *p, lens_diff *pb, double y, double *yb)
{
    pb->q += y*(*yb);
    *yb *= p->q;
}

void f_b(const struct cam *c, struct cam_diff *cb, const lens *p, lens_diff *pb, double x, double *xb, double fb)
{
    struct cam_diff sum = { { fb*x, fb*x*x } };
    *xb = fb*c->r[0]*c->r[1]*x;
    scale_b(p, pb, x, xb);
    for (int i = 0; i < 2; i++)
        cb->r[i] += c->r[1 - i]*sum.r[i]*x*p->n;
}
