// Components of a structure that a pointer takes for a row: by the address of the first of them, of a structure of such, in a loop, by a function.
// head: turned(turned)/(x)
// inputs: x(4) = 0.5 .. 1.5
// head: charged(charged)/(x)
// inputs: x(4) = 0.5 .. 1.5
// head: partly(partly)/(x)
// inputs: x(4) = 0.5 .. 1.5
// head: walked(walked)/(x)
// inputs: x(4) = 0.5 .. 1.5
#include <math.h>
typedef struct { double x, y, z; } vec;
typedef struct { int type; double x, y, z, q; } atom;

static double norm2(int n, const double *v)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += v[i]*v[i]*(i + 1);
    return s;
}

static void turn(double *v)
{
    double t = v[0];
    v[0] = v[1]*v[2];
    v[1] = t;
}

double turned(const double *x)
{
    vec v = {x[0]*x[1], x[1], sin(x[2])};
    turn(&v.x);
    v.y *= x[3];
    return norm2(3, &v.x) + norm2(2, &v.y);
}

double charged(const double *x)
{
    atom a[2];
    double s = 0.0;
    for (int i = 0; i < 2; i++) {
        double *r = &a[i].x;
        a[i].type = i;
        for (int k = 0; k < 3; k++)
            r[k] = x[k]*x[i];
        a[i].q = 1.0 + i;
    }
    for (int i = 0; i < 2; i++)
        s += a[i].q*(a[i].x*a[i].y + a[i].z)*a[i].type;
    return s + norm2(3, &a[0].x);
}

double partly(const double *x)
{
    vec w[2] = {{x[0]*x[1], 1.0, 2.0}, {1.5, 2.0, sin(x[3])}};
    w[0].z = 0.5;
    return norm2(6, (const double *)w);
}

double walked(const double *x)
{
    vec w[2];
    double *p = &w[0].x, s = 0.0;
    for (int k = 0; k < 6; k++)
        *p++ = x[k % 4]*x[k/2];
    w[0].y = w[1].z*w[1].z;
    for (p = &w[0].y; p < &w[0].x + 6; p += 2)
        s += *p**p;
    return s;
}
