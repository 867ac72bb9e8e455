// Structures in structures, by value and by address.
// head: area(area)/(b)
// inputs: b.lo.x = 0.5 .. 1.5
// inputs: b.lo.y = 0.5 .. 1.5
// inputs: b.hi.x = 2.5 .. 3.5
// inputs: b.hi.y = 2.5 .. 3.5
typedef struct { double x, y; } Pt;
typedef struct { Pt lo, hi; int tag; } Box;
static Pt sub(Pt a, Pt b)
{
    Pt r;
    r.x = a.x - b.x;
    r.y = a.y - b.y;
    return r;
}
static double cross(const Pt *p, const Pt *q) { return p->x*q->y - p->y*q->x*0.5; }
double area(Box b)
{
    Pt d = sub(b.hi, b.lo);
    Pt e = {d.y, d.x*d.x};
    d = sub(d, e);
    return cross(&d, &e);
}
