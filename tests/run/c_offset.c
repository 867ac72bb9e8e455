// Calls overwrite arrays from an element on: of the caller (`&w[1]`, `&v[0][0]`, `v[1]`, and one element alone), in structures of the
// caller, and in structures of its caller. An array of structures is cleared.
// inputs: n = 3
// inputs: m = 2
// inputs: x(6) = 0.5 .. 1.5
// inputs: y(3) = 0.5 .. 1.5
// head: locals(locals)/(x y)
// head: boxes(boxes)/(x y)
// head: inbox(inbox)/(x y)
// inputs: b(2) = 0 .. 1
#include <stdlib.h>
typedef struct {
    double a[4];
    double b[2][3];
    double *p;
} Box;

static double sq(int n, const double *x)
{
    double r = 0.0;
    for (int i = 0; i < n; i++)
        r += x[i]*x[i];
    return r;
}

static void sub(int n, const double *x, const double *y, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] = x[i] - y[i]*y[i];
}

static void one(double *o, double v)
{
    *o = v*v;
}

double locals(int n, int m, const double *x, const double *y)
{
    double s = 0.0, w[6], v[2][3];
    for (int j = 0; j < m; j++) {
        sub(n, &x[j*n], y, &w[1]);
        s += sq(n, &w[1]);
        sub(n, &x[j*n], y, &v[0][0]);
        s += sq(n, &v[0][0])*s;
        sub(n, y, &x[j*n], v[1]);
        s += sq(n, v[1])*v[0][0];
        one(&w[2], x[j]);
        s += w[2]*w[2];
        one(&v[1][2], x[j]);
        s += sq(6, &v[0][0]);
    }
    return s;
}

double boxes(int n, int m, const double *x, const double *y)
{
    double s = 0.0;
    Box bx;
    Box many[2];
    bx.p = (double *)malloc(4*sizeof(double));
    for (int j = 0; j < m; j++) {
        sub(n, &x[j*n], y, &bx.a[1]);
        s += sq(n, &bx.a[1]);
        sub(n, &x[j*n], y, &bx.b[0][0]);
        s += sq(n, bx.b[0])*s;
        sub(n, y, &x[j*n], &bx.p[1]);
        s += sq(n, bx.p + 1);
        sub(n, y, &x[j*n], &many[1].a[1]);
        s += sq(n, many[1].a + 1)*s;
    }
    free(bx.p);
    return s;
}

double inbox(int n, int m, const double *x, const double *y, Box *b)
{
    double s = 0.0;
    for (int j = 0; j < m; j++) {
        sub(n, &x[j*n], y, &b->a[1]);
        s += sq(n, &b->a[1]);
        sub(n, &x[j*n], y, &b->b[0][0]);
        s += sq(n, b->b[0])*s;
        sub(n, &x[j*n], y, &(b+1)->b[0][0]);
        s += sq(n, b[1].b[0])*s;
    }
    return s;
}
