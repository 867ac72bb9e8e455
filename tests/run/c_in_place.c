// Matrices multiplied in place: two parameters are one.
// head: reach(err)/(q)
// inputs: n = 3
// inputs: q(3) = -1 .. 1
// inputs: links(3) = 0.5 .. 1
// inputs: goal(3) = -1 .. 1
#include <math.h>
typedef double mat4[4][4];
static void identity(mat4 m)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            m[i][j] = i == j;
}
static void mul(const mat4 a, const mat4 b, mat4 c)
{
    mat4 r;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            r[i][j] = 0.0;
            for (int k = 0; k < 4; k++)
                r[i][j] += a[i][k]*b[k][j];
        }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            c[i][j] = r[i][j];
}
static void joint(double q, double l, int axis, mat4 m)
{
    double c = cos(q), s = sin(q);
    identity(m);
    if (axis == 0) {
        m[1][1] = c; m[1][2] = -s; m[2][1] = s; m[2][2] = c;
    } else {
        m[0][0] = c; m[0][1] = -s; m[1][0] = s; m[1][1] = c;
    }
    m[0][3] = l*c;
    m[1][3] = l*s;
}
void reach(int n, const double *q, const double *links, const double goal[3], double *err)
{
    mat4 t, j;
    identity(t);
    for (int i = 0; i < n; i++) {
        joint(q[i], links[i], i % 2, j);
        mul(t, j, t);
    }
    *err = 0.0;
    for (int k = 0; k < 3; k++) {
        double d = t[k][3] - goal[k];
        *err += d*d;
    }
    *err = sqrt(*err);
}
