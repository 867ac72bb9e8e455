// Neighbour lists of integers that procedures make and release in a structure of their caller's that leads to reals as well, or by the address of a pointer.
// head: obj(obj)/(x)
// inputs: n = 3
// inputs: x(3) = 1 .. 2
#include <stdlib.h>
struct cell { int n; int *idx; };
struct sys { double *x; struct cell *list; int n; };
static void make_list(struct sys *s)
{
    s->list = malloc(s->n*sizeof(struct cell));
    for (int i = 0; i < s->n; i++) {
        s->list[i].idx = malloc(sizeof(int));
        s->list[i].idx[0] = (i + 1)%s->n;
        s->list[i].n = 1;
    }
}
static void free_list(struct sys *s)
{
    for (int i = 0; i < s->n; i++)
        free(s->list[i].idx);
    free(s->list);
    s->list = NULL;
}
static void make_order(int n, int **order)
{
    *order = malloc(n*sizeof(int));
    for (int i = 0; i < n; i++)
        (*order)[i] = n - 1 - i;
}
static double energy(const struct sys *s, const int *order)
{
    double e = 0.0;
    for (int i = 0; i < s->n; i++)
        for (int k = 0; k < s->list[i].n; k++)
            e += s->x[order[i]]*s->x[s->list[i].idx[k]];
    return e;
}
double obj(int n, double *x)
{
    struct sys s = { x, NULL, n };
    int *order;
    make_list(&s);
    make_order(n, &order);
    double e = energy(&s, order);
    free(order);
    free_list(&s);
    return e;
}
