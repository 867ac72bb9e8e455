// Structures of numbers that are filled from a row, and written to one, by `memcpy`; one component by its address.
// head: moment(y)/(x)
// inputs: x(9) = 0.5 .. 1.5
// inputs: y(6) = 0
#include <string.h>
typedef struct { double x, y, z; } point;
typedef struct { point at; double w[2][2]; } body;
static point load(const double *p)
{
    point v;
    memcpy(&v, p, sizeof v);
    return v;
}
static void store(double *p, const point *v) { memcpy(p, v, sizeof *v); }
static void put(body *b, double c) { memcpy(&b->at.z, &c, sizeof(double)); }
void moment(const double x[9], double y[6])
{
    point a = load(x), all[3], c;
    body b;
    memcpy(all, x, 9*sizeof(double));
    memcpy(&b, x + 1, sizeof(body));
    put(&b, x[0]*x[8]);
    c.x = a.y*all[2].z - a.z*b.w[1][0];
    c.y = a.z*all[1].x - b.at.z*a.x;
    c.z = all[2].y*b.w[0][1];
    store(y, &c);
    c.x = b.at.x*c.y;
    store(y + 3, &c);
}
