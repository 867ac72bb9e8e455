// A pointer that walks along structures.
// head: e(e p)/(p)
// inputs: n = 3
// inputs: p(3).x = 0.5 .. 1.5
// inputs: p(3).v = 0.5 .. 1.5
// inputs: p(3).id = 1
typedef struct { double x, v; int id; } P;
double e(int n, P *p)
{
    double s = 0.0;
    P *q = p;
    for (int i = 0; i < n; i++, q++) {
        q->x += 0.1*q->v*q->x;
        s += q->x*q->v*q->id;
    }
    return s;
}
