// Calls whose callees note for their backward halves what they have computed, in arrays of the caller; and calls just outside of that.
// head: arm(arm)/(q)
// inputs: q(4) = 0.3 .. 1.2
// head: march(y)/(x)
// inputs: x(6) = 0.4 .. 1.2
// inputs: y(6) = 0.0
// head: views(y)/(x)
// inputs: x(9) = 0.4 .. 1.2
// inputs: y(3) = 0.0
// head: outside(y)/(x)
// inputs: x(4) = 0.4 .. 1.2
// inputs: y(4) = 0.0
#include <math.h>

typedef struct { double x, y, z; } vec;

static double level = 0.4;

static vec rotz(vec v, double a)
{
    vec r;
    double c = cos(a), s = sin(a);
    r.x = c*v.x - s*v.y;
    r.y = s*v.x + c*v.y;
    r.z = v.z;
    return r;
}

static vec joint(vec v, double a, double b)
{
    vec w = rotz(v, b);
    w.z += w.x*w.y;
    return rotz(w, a);
}

double arm(const double q[4])
{
    double s = 0.0;
    for (int t = 0; t < 3; t++) {
        vec e = {0.1, 0.2, 0.3*t};
        e = joint(e, q[0], q[1]);
        e = joint(e, q[2], q[3]*t);
        s += sqrt(e.x*e.x + e.y*e.z + 1.0);
    }
    return s;
}

/* A parameter that changes, an early return, and a result by address. */
static double limited(double a, double b, double *c)
{
    double p = a*b;
    a = a*p;
    if (p < 0.3) {
        *c = a;
        return p*a;
    }
    *c = exp(-a)*p;
    b += *c;
    return b > 0.9 ? a*b : sqrt(b);
}

static double both(double a, double b)
{
    double c, d;
    d = limited(a, b, &c);
    return limited(d, c, &d)*d;
}

void march(const double x[6], double y[6])
{
    double u[6];
    int i, n;
    for (i = 0; i < 6; i++)
        u[i] = x[i];
    for (n = 0; n < 3; n++)
        for (i = 0; i < 5; i++) {
            double r = both(u[i], u[i + 1]);
            u[i] = u[i] + 0.1*r*r;
        }
    for (i = 0; i < 6; i++)
        y[i] = u[i];
}

static void cross(const double *a, const double *b, double *c)
{
    c[0] = a[1]*b[2] - a[2]*b[1];
    c[1] = a[2]*b[0] - a[0]*b[2];
    c[2] = a[0]*b[1] - a[1]*b[0];
}

static void turned(const double *r, const double *p, double *out)
{
    double t2 = r[0]*r[0] + r[1]*r[1] + r[2]*r[2];
    double t = sqrt(t2), c = cos(t), s = sin(t);
    double w[3], d[3];
    for (int i = 0; i < 3; i++)
        w[i] = r[i]/t;
    cross(w, p, d);
    for (int i = 0; i < 3; i++)
        out[i] = p[i]*c + d[i]*s + w[i]*(1.0 - c);
}

static void seen(const double *cam, const double *p, double *e)
{
    double q[3];
    turned(cam, p, q);
    e[0] = q[0]/(q[2] + 3.0)*cam[3];
    e[1] = q[1]/(q[2] + 3.0)*cam[3] + e[0]*e[0];
}

void views(const double x[9], double y[3])
{
    double e[2];
    for (int i = 0; i < 3; i++) {
        seen(x, x + 4 + i, e);
        y[i] = e[0]*e[1];
    }
}

/* It changes a file's variable and counts in another one. */
static double remembered(double a)
{
    static int times;
    double b;
    times = times + 1;
    b = exp(level*a);
    level = level*a + 0.01*times*0.0;
    return b*b*exp(level*a);
}

static double looped(double a)
{
    double p = a;
    for (int k = 0; k < 4; k++) {
        if (p > 2.0)
            break;
        p = p*sin(p) + a;
    }
    return p*p;
}

void outside(const double x[4], double y[4])
{
    level = 0.4;
    for (int i = 0; i < 4; i++) {
        double r = remembered(x[i]);
        double s = looped(r*0.2);
        y[i] = r*s*remembered(s*0.1);
    }
}
