// A pointer to one of an array of structures, in a nest of loops.
// head: pull(s)\(s pull)
// inputs: s.n = 3
// inputs: s.body.x = 0.5 .. 1.5
// inputs: s.body.m = 0.5 .. 1.5
// inputs: s.body.f = 0.0
typedef struct {
    double x, m, f;
} Body;
typedef struct {
    int n;
    Body body[3];
} System;

double pull(System *s)
{
    double e = 0.0;
    for (int i = 0; i < s->n; i++) {
        Body *a = &s->body[i];
        for (int j = 0; j < i; j++) {
            Body *b = &s->body[j];
            double d = a->x - b->x;
            double w = a->m*b->m/(d*d + 1.0);
            a->f += w*d;
            b->f -= w*d;
            e -= w;
        }
    }
    return e;
}
