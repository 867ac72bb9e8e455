// head: f(f)/(th)
// inputs: th(2) = 0.5 .. 1.0
// head: g(g)/(th)
// inputs: th(2) = 0.5 .. 1.0
// head: h(h)/(th)
// inputs: th(2) = 0.5 .. 1.0
// head: q(q)/(th)
// inputs: th(2) = 0.5 .. 1.0
// head: m(m)/(th)
// inputs: n = 3
// inputs: th(2) = 0.5 .. 1.0
// Split mode: pointers in a procedure's own arrays of structures go to the backward half, and their derivatives with them; in arrays of structures in
// structures, in two dimensions, and where they are overwritten on the way or only
// decide something.
struct env {
    const double *th;
    double a;
};

struct box {
    struct env e[2];
    double *w;
    int n;
};

static double two(const double *th, double x)
{
    struct env own[2];
    own[0].th = th;
    own[1].th = th;
    own[1].a = x;
    own[0].a = th[0];
    return own[0].a * own[1].th[1] * own[1].a;
}

double f(const double *th) { return two(th, th[1]); }

static double boxed(const double *th, double x)
{
    struct box b;
    double w[3] = {0};
    b.n = 2;
    b.e[0].th = th;
    b.e[1].th = th + 1;
    b.e[0].a = x;
    b.e[1].a = th[0] * x;
    for (int k = 0; k < b.n; k++) w[k] = b.e[k].th[0] * b.e[k].a;
    return w[0] * w[1];
}

double g(const double *th) { return boxed(th, th[1] * th[0]); }

static double crossed(const double *th, double x)
{
    struct env own[2][2];
    double s = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            own[i][j].th = th + j;
            own[i][j].a = x * (i + 1);
        }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) s += own[i][j].th[0] * own[j][i].a * own[i][j].a;
    return s;
}

double h(const double *th) { return crossed(th, th[1]); }

static double turned(int n, const double *th, double x)
{
    struct env own[2] = {{th, x}, {th + 1, 1.0}};
    double s = x;
    for (int i = 0; i < n; i++) {
        const double *t = own[0].th;
        s = s * own[0].th[0] + own[1].a * own[1].th[0];
        own[0].th = own[1].th;
        own[1].th = t;
        own[1].a = s * own[0].a;
    }
    return s;
}

double m(int n, const double *th) { return turned(n, th, th[1]); }

static double decided(const double *th, double x)
{
    struct env own[2], *e = own;
    own[0].th = th;
    own[1].th = th + 1;
    own[0].a = x;
    own[1].a = 2 * x;
    if (e[0].th[0] > e[1].th[0])
        return own[0].a * own[0].a;
    return own[0].a * own[1].a;
}

double q(const double *th) { return decided(th, th[1] * th[0]); }
