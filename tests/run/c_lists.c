// head: total(x)\(total)
// inputs: n = 5
// inputs: x(5) = 0.2 .. 0.9
// head: barnes(x)\(barnes)
// inputs: n = 5
// inputs: x(5) = 0.2 .. 0.9
// head: ordered(x)\(ordered)
// inputs: n = 5
// inputs: x(5) = 0.2 .. 0.9
// head: ring(x)\(ring)
// inputs: n = 5
// inputs: x(5) = 0.2 .. 0.9
// head: pairs(x)\(pairs)
// inputs: n = 5
// inputs: x(5) = 0.2 .. 0.9
#include <math.h>
#include <stdlib.h>

struct node {
    double mass, pos;
    struct node *next;
};

static struct node *push(struct node *head, double mass, double pos)
{
    struct node *p = malloc(sizeof(struct node));
    p->mass = mass;
    p->pos = pos;
    p->next = head;
    return p;
}

static void drop(struct node *head)
{
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

/* A list that is built, walked twice over and released. */
double total(int n, const double *x)
{
    struct node *head = NULL;
    for (int i = 0; i < n; i++)
        head = push(head, 1.0 + i, x[i] * x[i]);
    double e = 0.0;
    for (struct node *a = head; a; a = a->next)
        for (struct node *b = a->next; b; b = b->next) {
            double d = a->pos - b->pos;
            e += a->mass * b->mass / sqrt(d * d + 1.0);
        }
    drop(head);
    return e;
}

/* A binary tree, summed by recursion. */
struct tree {
    double value, weight;
    struct tree *child[2];
};

static double sum_of(const struct tree *t, double scale)
{
    if (!t)
        return 0.0;
    double left = sum_of(t->child[0], scale * 0.5), right = sum_of(t->child[1], scale * 0.25);
    return scale * sin(t->value) + t->weight * left * right + left + right;
}

double barnes(int n, const double *x)
{
    struct tree pool[16];
    for (int i = 0; i < n; i++) {
        pool[i].value = x[i] * x[i];
        pool[i].weight = x[i] + i;
        pool[i].child[0] = 2 * i + 1 < n ? &pool[2 * i + 1] : NULL;
        pool[i].child[1] = 2 * i + 2 < n ? &pool[2 * i + 2] : NULL;
    }
    return sum_of(&pool[0], 1.0);
}

/* Insertion in order. */
double ordered(int n, const double *x)
{
    struct node *head = NULL;
    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        p->pos = x[i] * (1 + (i * 7) % 5);
        p->mass = 2.0;
        struct node **at = &head;
        while (*at && (*at)->pos < p->pos)
            at = &(*at)->next;
        p->next = *at;
        *at = p;
    }
    double s = 0.0;
    int k = 1;
    for (const struct node *a = head; a != NULL; a = a->next) {
        s += k * a->pos * a->pos;
        k++;
    }
    drop(head);
    return s;
}

/* A ring with pointers both ways, smoothed in place. */
struct link {
    double v;
    struct link *prev, *next;
};

double ring(int n, const double *x)
{
    struct link *l = malloc(n * sizeof *l);
    for (int i = 0; i < n; i++) {
        l[i].v = x[i] * x[i];
        l[i].prev = &l[(i + n - 1) % n];
        l[i].next = &l[(i + 1) % n];
    }
    struct link *p = &l[0];
    for (int k = 0; k < 3 * n; k++) {
        p->v = 0.5 * p->v + 0.25 * p->prev->v * p->next->v;
        p = p->next;
    }
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += l[i].v * l[i].v * i;
    free(l);
    return s;
}

/* A list of lists. */
struct group {
    struct node *members;
    struct group *next;
    double weight;
};

double pairs(int n, const double *x)
{
    struct group *groups = NULL;
    for (int g = 0; g < 2; g++) {
        struct group *q = malloc(sizeof *q);
        q->members = NULL;
        q->weight = x[g] * 2.0;
        q->next = groups;
        groups = q;
    }
    struct group *at = groups;
    for (int i = 0; i < n; i++) {
        at->members = push(at->members, 1.0, x[i] * x[i]);
        at = at->next ? at->next : groups;
    }
    double s = 0.0;
    for (at = groups; at; at = at->next) {
        double inner = 0.0;
        for (struct node *m = at->members; m; m = m->next)
            inner += m->pos * m->mass;
        s += at->weight * inner * inner;
    }
    while (groups) {
        struct group *next = groups->next;
        drop(groups->members);
        free(groups);
        groups = next;
    }
    return s;
}
