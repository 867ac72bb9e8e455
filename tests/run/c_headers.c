// Functions whose bodies stand in a header of the project: their derivatives stand in the file.
// head: fan(fan)/(p)
// inputs: n = 4
// inputs: least = 0.1
// inputs: p(4).x = 0.5 .. 1.5
// inputs: p(4).y = 0.5 .. 1.5
// head: swirl(swirl)/(a turn)
// inputs: a.x = 0.5 .. 1.5
// inputs: a.y = 0.5 .. 1.5
// inputs: turn = 0.2 .. 0.9
// head: path(path)/(p)
// inputs: n = 3
// inputs: least = 0.1
// inputs: p(3).x = 0.5 .. 1.5
// inputs: p(3).y = 0.5 .. 1.5
#include <math.h>
#include "include/plane.h"

typedef struct {
    double w;
    int id;
} tag;

double fan(const point *p, int n, double least)
{
    tag t = { 2.0, 5 };
    double s = 0;
    t.id += n;
    for (int i = 1; i < n; i++) {
        point d = minus(p[i], p[0]);
        s += cut(d.x*d.y, least) + swirl(d, 0.3)*t.id;
    }
    return s;
}

int number(const tag *t) { return MEMBER(t, tag, id, int); }

double swirl(point a, double turn)
{
    point b = { a.x*cos(turn), a.y*sin(turn) };
    for (int k = 0; k < 3; k++)
        b.x += 0.1*cross(a, b);
    return cross(b, a)*b.x;
}

/* Its adjoint allocates: stdlib.h does not survive the macro `abs` of the header. */
double path(const point *p, int n, double least)
{
    double s = 1.0;
    for (int i = 0; i < n; i++)
        s = cut(s*p[i].x, least) + s*p[i].y;
    return s;
}
