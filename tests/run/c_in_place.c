// Matrices multiplied in place: two parameters are one.
// head: reach(err)/(q)
// inputs: n = 3
// inputs: q(3) = -1 .. 1
// inputs: links(3) = 0.5 .. 1
// inputs: goal(3) = -1 .. 1
// head: posture(out)/(q, v)
// inputs: q(4) = 0.2 .. 0.9
// inputs: v(3) = -1.0 .. 1.0
// inputs: out(7) = 0.0
// head: bodies(out)/(x)
// inputs: x(6) = 0.5 .. 1.5
// inputs: out(6) = 0.0
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

// A function promises not to write what it reads from, and gets it as its result too: `scale(x, x, f)`. The promise is of that name only.
typedef struct {
    double at[3];
    double mass;
} body;

static void scale(double *out, const double *in, double f, int n)
{
    int i = 0;
    for (; i < n; i++)
        out[i] = in[i]*f;
}

static void square(double out[3], const double in[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = in[i]*in[i];
}

// A pointer and an array are one kind of parameter.
static void added(double *sum, const double a[3], const double *b)
{
    for (int i = 0; i < 3; i++)
        sum[i] = a[i] + b[i]*sum[(i + 1)%3];
}

// Its own call is of one place wherever that of its caller is.
static double unit(double *out, const double *in, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += in[i]*in[i];
    scale(out, in, 1.0/sqrt(s), n);
    return sqrt(s);
}

void posture(const double q[4], const double v[3], double out[7])
{
    double w[4], u[3];
    unit(w, q, 4);
    unit(w + 1, w + 1, 3);
    scale(u, v, 2.0, 3);
    scale(u, u, w[0], 3);
    square(u, u);
    added(u, u, u);
    added(u, w, u);
    for (int i = 0; i < 4; i++)
        out[i] = w[i];
    for (int i = 0; i < 3; i++)
        out[4 + i] = u[i];
    scale(&out[2], &out[2], out[0], 3);
}

static void moved(body *to, const body *from, const body *by)
{
    for (int i = 0; i < 3; i++)
        to->at[i] = from->at[i]*from->mass + by->at[i];
    to->mass = from->mass*by->mass;
}

void bodies(const double *x, double *out)
{
    body a, b;
    for (int i = 0; i < 3; i++) {
        a.at[i] = x[i];
        b.at[i] = x[3 + i];
    }
    a.mass = x[0]*x[5];
    b.mass = x[1];
    moved(&a, &a, &b);
    moved(&b, &b, &b);
    for (int i = 0; i < 3; i++) {
        out[i] = a.at[i];
        out[3 + i] = b.at[i]*a.mass + b.mass;
    }
}
