// Pointers to constants into what another name writes: adjoints save and restore by them.
// head: chain(chain)/(x)
// inputs: x = 0.5 .. 1
// inputs: n = 3
struct motion { double w[3], v[3]; };
static void turn(double r[3], double R[3][3], const double v[3])
{
    for (int i = 0; i < 3; i++) {
        r[i] = 0.0;
        for (int j = 0; j < 3; j++)
            r[i] += R[j][i]*v[j];
    }
}
double chain(int n, double x)
{
    struct motion m[8];
    double R[3][3] = { { x, 1, 2 }, { 0.5, x*x, 0 }, { 0, -x, 1 } };
    m[0].w[0] = x;
    m[0].w[1] = m[0].w[2] = 0.5*x;
    for (int i = 0; i < n; i++) {
        const struct motion *previous = &m[i];
        struct motion *now = &m[i+1];
        turn(now->w, R, previous->w);
        for (int k = 0; k < 3; k++)
            now->w[k] *= previous->w[k];
    }
    return m[n].w[0]*m[n].w[1] + m[n].w[2];
}
