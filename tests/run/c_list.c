// A linked list.
// head: total(total)/(x)
// inputs: x(3) = 0.5 .. 1.5
struct node { double v; struct node *next; };
double total(const double *x)
{
    struct node a, b, c, *p;
    double s = 0.0;
    a.v = x[0]; b.v = x[1]; c.v = x[2];
    a.next = &b; b.next = &c; c.next = 0;
    for (p = &a; p; p = p->next)
        s = s*p->v + p->v;
    return s;
}
