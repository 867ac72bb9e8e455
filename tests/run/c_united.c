// Unions of numbers that have several names: each number has one place.
// head: turned(y)/(q v)
// inputs: q.e = 0.2 .. 1
// head: mixed(y)/(x)
// inputs: x(3) = 0.5 .. 1
// head: copied(y)/(x)
// wrong: RT0401
// inputs: x(3) = 0.5 .. 1
#include <math.h>

typedef union {
    struct { double x, y, z; };
    double v[3];
} vec3;

/* The array stands first, and there is a smaller name. */
typedef union {
    double e[4];
    struct { double w; vec3 axis; };
    struct { double re, im; } part;
} quat;

typedef struct {
    union {
        double m[9]; /* by rows */
        double a[3][3];
        struct { double xx, xy, xz, yx, yy, yz, zx, zy, zz; };
    };
    int used;
} mat3;

/* No array covers it. */
typedef union {
    struct { double r; } ball;
    struct { double w, h, d; } box;
    double first;
} solid;

struct labelled {
    struct { double a, b; };
    int n;
};

static vec3 cross(vec3 a, const vec3 *b)
{
    vec3 r = { .x = a.y*b->z - a.z*b->y, .z = a.v[0]*b->v[1] - a.v[1]*b->v[0] };
    r.v[1] = a.z*b->x - a.x*b->z;
    return r;
}

static mat3 rotation(const quat *q)
{
    mat3 r = { .used = 1 };
    double s = 2.0/(q->e[0]*q->e[0] + q->axis.x*q->axis.x + q->axis.v[1]*q->axis.y + q->e[3]*q->axis.z);
    r.xx = 1 - s*(q->axis.y*q->axis.y + q->axis.z*q->axis.z);
    r.xy = s*(q->axis.x*q->axis.y - q->w*q->axis.z);
    r.m[2] = s*(q->e[1]*q->e[3] + q->part.re*q->e[2]);
    r.a[1][0] = s*(q->part.im*q->axis.y + q->w*q->axis.z);
    r.yy = r.xx + s*q->part.im;
    r.a[1][2] = q->axis.z;
    for (int j = 0; j < 3; j++) r.a[2][j] = r.m[3 + j]*r.a[0][j] + j*q->w;
    return r;
}

static double sum(const double *p, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) s += p[i]*p[i];
    return s;
}

void turned(quat q, vec3 *v, double *y)
{
    mat3 r = rotation(&q);
    vec3 t = { { 1.0, 2.0, 0 } }, u = { { .y = sin(v->x), .x = v->z, .z = 0 } }, all[2] = { { .v = { 1, 2, 3 } }, { .y = v->y } };
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) t.v[i] += r.a[i][j]*v->v[j];
    *v = cross(t, &u);
    double *p = &v->y;
    *p += t.x*all[1].y*all[0].z;
    *y = v->x*u.y + *p*v->z + sum(r.a[1], 3) + sum(r.m, r.used) + sum(&t.y, 2);
}

void mixed(const double *x, double *y)
{
    solid ball = { { 1.5 } }, box = { .box = { .w = x[0], .d = 2.0 } }, *one = x[1] > 0 ? &box : &ball;
    struct labelled l = { .b = x[2], .n = 2 };
    ball.ball.r += x[1];
    box.box.h = ball.first*ball.first;
    one->box.d *= one->first;
    *y = ball.ball.r*box.box.w + box.box.h*sin(box.box.d) + l.b*l.n + l.a;
}

typedef struct { double lo, hi; } range;

union pair {
    struct { double a, b; } by_name;
    range both;
    double v[2];
};

void copied(const double *x, double *y)
{
    union pair p = { .both = { x[0], x[1] } };
    range r = p.both;
    *y = r.lo*r.hi;
    for (int k = 0; k < 2; k++) *y += k*p.v[k];
}
