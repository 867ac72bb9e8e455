// A structure is made of its own components, which are read through a pointer, and the other way round.
// head: swapped(swapped)/(x)
// inputs: x(4) = 0.5 .. 1.5
// head: behind(behind)/(x)
// inputs: x(4) = 0.5 .. 1.5
typedef struct { double x, y; } pair;
double swapped(const double *x)
{
    pair v = {x[0]*x[1], x[2]}, *q = &v;
    v = (pair){q->y*x[3], q->x};
    return v.x*v.x*v.y;
}

double behind(const double *x)
{
    pair all[2] = {{x[0]*x[1], x[2]}, {x[3], x[1]}}, *q = &all[1];
    *q = (pair){all[1].y*x[3], all[1].x*all[0].x};
    return q->x*q->x*q->y;
}
