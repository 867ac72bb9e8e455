// Structures whose members lead to different parts of one array, to memory of one helper, or change places: what is compared when the adjoint runs lets them pass.
// inputs: x(24) = 0.3 .. 0.9
// head: halves(f)/(x)
// head: swap(f)/(x)
// head: table(f)/(x)
// head: heap(f)/(x)
// head: vecs(f)/(x)
// head: arena2(f)/(x)
#include <math.h>
#include <stdlib.h>
typedef struct { int n; double *a, *b; } S;
typedef struct { int n; double *v; } V;
typedef struct { int n; double *r[2]; } R;
typedef struct { double *base; int top; } A;
#define KERNEL(n, A, B, X) \
    for (int i = 1; i < n; i++) A[i] = 0.5*B[i - 1]*X[i]; \
    for (int i = 0; i < n; i++) B[i] = 0.3*A[i]*A[i] + 0.2*B[i]; \
    for (int i = 0; i < n; i++) A[i] = sin(A[i])*X[i] + 0.1;
static void mixup(S *s, const double *x) { KERNEL(s->n, s->a, s->b, x) }
static double sum(const double *y) {
    double f = 0.0;
    for (int i = 0; i < 24; i++) f += y[i]*sin(y[i]);
    return f;
}
void halves(const double x[24], double *f) {
    double y[48];
    S s;
    s.n = 24; s.a = y; s.b = y + 24;
    for (int i = 0; i < 48; i++) y[i] = x[i % 24]*(1 + 0.01*i);
    mixup(&s, x);
    *f = sum(y) + sum(y + 24);
}
static void step(S *s, const double *x) {
    KERNEL(s->n, s->a, s->b, x)
    double *t = s->a; s->a = s->b; s->b = t;
}
void swap(const double x[24], double *f) {
    double y[24], z[24];
    S s = {24, y, z};
    for (int i = 0; i < 24; i++) { y[i] = x[i]; z[i] = x[i]*x[i]; }
    for (int k = 0; k < 4; k++) step(&s, x);
    *f = sum(y) + sum(z);
}
static void rows(R *s, const double *x) { KERNEL(s->n, s->r[0], s->r[1], x) }
void table(const double x[24], double *f) {
    double y[24];
    R s; s.n = 24; s.r[0] = y; s.r[1] = y;
    for (int i = 0; i < 24; i++) y[i] = x[i];
    rows(&s, x);
    *f = sum(y);
}
static double *vec(int n) { double *p = malloc(n*sizeof *p); for (int i = 0; i < n; i++) p[i] = 0.0; return p; }
void heap(const double x[24], double *f) {
    S s;
    s.n = 24; s.a = vec(24); s.b = vec(24);
    for (int i = 0; i < 24; i++) { s.a[i] = x[i]; s.b[i] = x[i]*x[i]; }
    mixup(&s, x);
    *f = sum(s.a) + sum(s.b);
    free(s.a); free(s.b);
}
static void vinit(V *v, int n) { v->n = n; v->v = malloc(n*sizeof(double)); for (int i = 0; i < n; i++) v->v[i] = 0.1*i; }
static void add(V *u, const V *v, const double *x) { KERNEL(u->n, u->v, v->v, x) }
void vecs(const double x[24], double *f) {
    V u, v;
    vinit(&u, 24); vinit(&v, 24);
    for (int i = 0; i < 24; i++) u.v[i] = x[i];
    add(&u, &v, x);
    *f = sum(u.v) + sum(v.v);
    free(u.v); free(v.v);
}
static double *take(A *m, int n) { double *r = m->base + m->top; m->top += n; return r; }
void arena2(const double x[24], double *f) {
    double mem[48];
    A m = {mem, 0};
    S s;
    s.n = 24; s.a = take(&m, 24); s.b = take(&m, 24);
    for (int i = 0; i < 48; i++) mem[i] = x[i % 24];
    mixup(&s, x);
    *f = sum(mem) + sum(mem + 24);
}
