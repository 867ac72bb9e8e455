// Functions that compute and move pointers of their callers: the derivatives of the pointers go along in the forward sweep.
// A cursor that writes, with an assertion.
// head: writes(y)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// inputs: y = 0 .. 0
// A cursor that reads, and skips by a loop.
// head: reads(y)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// inputs: y = 0 .. 0
// Nodes taken from a list of free ones.
// head: sheds(y)/(x)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
// inputs: y = 0 .. 0
// A list that grows at its end, found by a loop.
// head: appends(y)/(x)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
// inputs: y = 0 .. 0
#include <assert.h>
#include <stdlib.h>

typedef struct { double *at; int left; } cursor;

static void write_one(cursor *c, double v)
{
    assert(c->left > 0);
    *c->at++ = v*v;
    c->left--;
}

void writes(int n, const double *x, double *y)
{
    double buf[8] = { 0 };
    cursor c = { buf, 8 };
    for (int i = 0; i < n; i++) write_one(&c, x[i]);
    *y = buf[0]*buf[1] + buf[2]*buf[3];
}

typedef struct { const double *at; } reader;

static double get(reader *c, int m)
{
    double v = *c->at++;
    while (m > 0) { v = v*v; m--; }
    return v;
}

void reads(int n, const double *x, double *y)
{
    reader c = { x };
    double s = 1.0;
    for (int i = 0; i < n; i++) s = s*get(&c, 2) + 1.0;
    *y = s;
}

typedef struct vortex { double x; struct vortex *next; } vortex;
typedef struct { vortex *free_list, *first; } sheet;

static void shed(sheet *c, double x)
{
    vortex *v = c->free_list;
    if (!v) exit(1);
    c->free_list = v->next;
    v->x = x;
    v->next = c->first;
    c->first = v;
}

void sheds(int n, const double *x, double *y)
{
    vortex *store = malloc(n*sizeof(vortex));
    sheet c = { NULL, NULL };
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        store[i].next = c.free_list;
        c.free_list = &store[i];
    }
    for (int i = 0; i < n; i++) shed(&c, x[i]);
    for (vortex *v = c.first; v; v = v->next) s += v->x*v->x;
    *y = s;
    free(store);
}

typedef struct node { double x; struct node *next; } node;
typedef struct { node *head; int len; } list;

static void append(list *l, node *v, double x)
{
    v->x = x;
    v->next = NULL;
    if (!l->head) l->head = v;
    else {
        node *p = l->head;
        while (p->next) p = p->next;
        p->next = v;
    }
    l->len++;
}

void appends(int n, const double *x, double *y)
{
    node *store = malloc(n*sizeof(node));
    list l = { NULL, 0 };
    double s = 1.0;
    for (int i = 0; i < n; i++) append(&l, &store[i], x[i]*x[0]);
    for (node *v = l.head; v; v = v->next) s = s*v->x + 1.0;
    *y = s;
    free(store);
}
