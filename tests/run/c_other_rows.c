// Two rows of a matrix, of a member or of a part of one are two places: by their names, their addresses and by pointers, whatever the distance.
// head: f(y)/(x)
// inputs: x(3) = 0.5 .. 1.5
// inputs: y(4) = 0
struct grid { double m[4][4]; };

static void muladds(const double a[4], double s, double dest[4])
{
    dest[0] += a[0]*s;
    dest[1] += a[1]*s;
    dest[2] += a[2]*s;
    dest[3] += a[3]*s;
}

static void turns(const double *a, double s, double *dest)
{
    for (int i = 0; i < 4; i++)
        dest[i] += a[i]*s;
}

void f(const double x[3], double y[4])
{
    double m[4][4] = { { 0.0 } }, c[2][3][4] = { { { 0.0 } } };
    struct grid g[3] = { { { { 0.0 } } } };
    m[1][0] = x[0];
    m[1][2] = x[2];
    muladds(m[1], x[1], m[3]);
    turns(&m[1][0], x[0], &m[3][0]);
    turns(*(m + 3), x[2], *(m + 1));
    for (int i = 0; i < 2; i++) {
        muladds(m[i + 2], x[1], m[i]);
        turns(m[i], x[0], m[i + 2]);
    }
    muladds(m[3], x[1], c[0][2]);
    muladds(c[0][2], x[1], c[1][2]);
    turns(c[1][2], x[1], c[1][0]);
    muladds(c[1][0], x[1], g[2].m[1]);
    muladds(g[2].m[1], x[1], g[2].m[3]);
    turns(g[2].m[3], x[1], g[0].m[3]);
    for (int i = 0; i < 4; i++)
        y[i] = m[3][i]*m[1][i] + c[1][0][i]*g[0].m[3][i];
}
