// Functions that make and release memory through handles, and check what they are given, also where that is the address of a variable.
// head: last(last)/(p y0)
// inputs: steps = 3
// inputs: p(2) = 0.5 .. 1
// inputs: y0(2) = 0.5 .. 1
#include <stdlib.h>
#include <string.h>

typedef struct { int n; double *slope, *next; void *memory; } solver;

static int solver_new(solver **out, int n)
{
    if (!out || n <= 0) return -1;
    solver *s = calloc(1, sizeof *s);
    double *m = malloc(2*n*sizeof *m);
    if (s == NULL || m == NULL) exit(1);
    s->n = n;
    s->slope = m;
    s->next = m + n;
    s->memory = m;
    *out = s;
    return 0;
}

static void solver_free(solver **s)
{
    if ((s != NULL && *s) && (*s)->n > 0) {
        free((*s)->memory);
        free(*s);
        *s = NULL;
    }
}

static void step(solver *s, const double *p, double *y)
{
    s->slope[0] = p[0]*y[1];
    s->slope[1] = -p[1]*y[0]*y[1];
    for (int i = 0; i < s->n; i++) s->next[i] = y[i] + 0.1*s->slope[i];
    memcpy(y, s->next, s->n*sizeof *y);
}

double last(int steps, const double *p, const double *y0)
{
    double y[2] = { y0[0], y0[1] };
    solver *s = NULL;
    if (solver_new(&s, 2)) return 0;
    for (int i = 0; i < steps; i++) step(s, p, y);
    solver_free(&s);
    return y[0]*y[1];
}
