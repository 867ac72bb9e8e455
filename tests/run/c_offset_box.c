// Calls overwrite arrays in structures from an element on; an array of structures is cleared.
// head: boxes(boxes)/(x y)
// inputs: n = 3
// inputs: m = 2
// inputs: x(6) = 0.5 .. 1.5
// inputs: y(3) = 0.5 .. 1.5
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
