// Vectors in structures that grow by copying, begin as {0}, and are handed over as a whole.
// head: path(a b)\(path)
// head: handed(a b)\(handed)
#include <math.h>
#include <stdlib.h>

typedef struct {
    double *at;
    int len, cap;
} vector;

static void push(vector *v, double x)
{
    if (v->len == v->cap) {
        double *p = malloc((2 * v->cap + 2) * sizeof *p);
        for (int i = 0; i < v->len; i++)
            p[i] = v->at[i];
        free(v->at);
        v->at = p;
        v->cap = 2 * v->cap + 2;
    }
    v->at[v->len++] = x;
}

double path(double a, double b)
{
    vector q = {0};
    double t = 0.0;
    for (int i = 0; i < 7; i++) {
        push(&q, a * cos(t) + b * i);
        t += 0.1 * b;
    }
    double s = 0.0;
    for (int i = 1; i < q.len; i++)
        s += (q.at[i] - q.at[i - 1]) * (q.at[i] - q.at[i - 1]);
    free(q.at);
    return sqrt(s);
}

typedef struct {
    double scale;
    vector points;
} track;

double handed(double a, double b)
{
    vector v = {0}, w;
    w = (vector){0};
    free(w.at);
    v.at = malloc(3 * sizeof(double));
    v.len = v.cap = 3;
    w = v;
    track t;
    t.scale = 2.0;
    t.points = w;
    track u = t;
    for (int i = 0; i < 3; i++)
        u.points.at[i] = a * i + b * b;
    double s = 0.0;
    for (int i = 0; i < v.len; i++)
        s += u.scale * v.at[i] * t.points.at[i];
    free(w.at);
    return s;
}
