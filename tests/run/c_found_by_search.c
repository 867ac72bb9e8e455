// Functions that search for a place and return it from their loop: the entry of a sparse matrix, a species by its number, a node of a list.
// head: stiffness(stiffness)/(k u)
// inputs: n = 3
// inputs: k(2) = 0.5 .. 1.5
// inputs: u(3) = 0.5 .. 1.5
// head: reactor(reactor)/(c rate)
// inputs: c(4) = 0.5 .. 1.5
// inputs: rate = 0.5 .. 1
// head: corner(corner)/(v)
// inputs: v(9) = 0.5 .. 1.5
// head: listed(listed)/(x)
// inputs: x(3) = 0.5 .. 1.5
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int n, *rowptr, *col; double *val; } csr;

static double *entry(csr *A, int i, int j)
{
    for (int k = A->rowptr[i]; k < A->rowptr[i + 1]; k++)
        if (A->col[k] == j)
            return &A->val[k];
    return NULL;
}

double stiffness(int n, const double *k, const double *u)
{
    csr A = { .n = n };
    A.rowptr = malloc((n + 1)*sizeof(int));
    A.col = malloc(3*n*sizeof(int));
    A.val = calloc(3*n, sizeof(double));
    int p = 0;
    for (int i = 0; i < n; i++) {
        A.rowptr[i] = p;
        for (int j = 0; j < n; j++)
            if (i - j <= 1 && j - i <= 1)
                A.col[p++] = j;
    }
    A.rowptr[n] = p;
    for (int e = 0; e + 1 < n; e++)
        for (int a = 0; a < 2; a++)
            for (int b = 0; b < 2; b++)
                *entry(&A, e + a, e + b) += (a == b ? k[e] : -k[e])*k[e];
    double energy = 0.0;
    for (int i = 0; i < n; i++)
        for (p = A.rowptr[i]; p < A.rowptr[i + 1]; p++)
            energy += u[i]*A.val[p]*u[A.col[p]];
    free(A.rowptr);
    free(A.col);
    free(A.val);
    return energy;
}

typedef struct { int id; double amount; } species;
typedef struct { int n; species s[4]; } mixture;

static species *find(mixture *m, int id)
{
    for (int i = 0; i < m->n; i++) {
        if (m->s[i].id < 0)
            continue;
        if (m->s[i].id == id)
            return &m->s[i];
    }
    fprintf(stderr, "no species %d\n", id);
    exit(1);
}

double reactor(const double c[4], double rate)
{
    static const int ids[4] = {7, 3, 9, 1};
    mixture m = { .n = 4 };
    for (int i = 0; i < 4; i++)
        m.s[i] = (species){ ids[i], c[i] };
    for (int step = 0; step < 3; step++) {
        species *a = find(&m, 3), *b = find(&m, 1);
        double r = 0.1*rate*a->amount*b->amount;
        a->amount -= r;
        b->amount -= 0.5*r;
        find(&m, 9)->amount += r;
    }
    return find(&m, 9)->amount*find(&m, 3)->amount;
}

/* The first above its left and upper neighbours, row by row; the last one if there is none. */
static double *peak(double a[3][3], int kind)
{
    for (int i = 1; i < 3; i++) {
        for (int j = 1; j < 3; j++) {
            if (a[i][j] > a[i - 1][j] && a[i][j] > a[i][j - 1])
                return &a[i][j];
            if (kind > 1 && j == 2)
                return &a[i][0];
        }
        switch (kind) {
        case 0: return &a[0][i];
        case 1: break;
        default: kind--;
        }
    }
    a[2][2] *= 0.5;
    return &a[2][2];
}

double corner(const double v[9])
{
    double a[3][3], s = 0.0;
    memcpy(a, v, sizeof a);
    for (int kind = 0; kind < 3; kind++) {
        double *p = peak(a, kind);
        s += *p * *p;
        *p *= a[1][1];
    }
    for (int i = 0; i < 3; i++)
        s += a[i][2 - i]*a[i][i];
    return s;
}

typedef struct node { int key; double value; struct node *next; } node;

static node *lookup(node *head, int key)
{
    while (head) {
        if (head->key == key)
            return head;
        head = head->next;
    }
    return NULL;
}

double listed(const double x[3])
{
    node nodes[3], *head = NULL;
    for (int i = 0; i < 3; i++) {
        nodes[i] = (node){ i*i, x[i], head };
        head = &nodes[i];
    }
    lookup(head, 4)->value *= x[0];
    node *none = lookup(head, 5), *one = lookup(head, 1);
    return (none ? none->value : 1.0)*one->value*lookup(head, 4)->value;
}
