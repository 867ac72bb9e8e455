// head: cost(cost)/(x)
// inputs: m = 10
// inputs: x(10) = 0.5 .. 1.5
// head: planned(planned)/(x)
// inputs: m = 10
// inputs: x(10) = 0.5 .. 1.5
// head: stencil(stencil)/(x)
// inputs: m = 10
// inputs: x(10) = 0.5 .. 1.5
// Wrappers of malloc, calloc and realloc that give `void *`; objects of indices that one call makes and another one releases; an allocator with a table.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void *xmalloc(size_t n) {
  void *p = malloc(n);
  if (p == NULL) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  return p;
}

static void *xrealloc(void *p, size_t n) {
  void *q = realloc(p, n);
  if (!q)
    exit(1);
  return q;
}

static void *zeros(size_t n, size_t size) { return calloc(n, size); }

static double *vec_new(int n) { return xmalloc(n * sizeof(double)); }

double cost(int m, const double *x) {
  double *q = xmalloc(m * sizeof(double));
  double *w = vec_new(m);
  double *z = (double *)zeros(m + 1, sizeof *z);
  double *g = NULL;
  int ng = 0;
  double s = 0;
  for (int i = 0; i < m; i++) {
    q[i] = x[i] * x[i];
    w[i] = q[i] * x[0];
  }
  for (int i = 0; i < m; i++) {
    s += q[i] * w[m - 1 - i];
    if (x[i] > 0.7) {
      g = xrealloc(g, (ng + 1) * sizeof *g);
      g[ng++] = s * x[i];
      z[i] = s;
    }
  }
  for (int i = 0; i < ng; i++)
    s += g[i] * z[i] * z[i + 1];
  free(q);
  free(w);
  free(z);
  free(g);
  return s;
}

typedef struct {
  int n;
  int *index;
} plan;

plan *plan_new(int n) {
  plan *p = malloc(sizeof *p);
  if (!p)
    return NULL;
  p->n = n;
  p->index = malloc(n * sizeof(int));
  for (int i = 0; i < n; i++)
    p->index[i] = (i * 7) % n;
  return p;
}

void plan_drop(plan *p) {
  free(p->index);
  free(p);
}

int *order_new(int n) {
  int *order = malloc(n * sizeof(int));
  for (int i = 0; i < n; i++)
    order[i] = n - 1 - i;
  return order;
}

double planned(int m, const double *x) {
  plan *p = plan_new(m);
  if (!p)
    return 0.0;
  int *order = order_new(m);
  double s = x[0];
  for (int i = 0; i < p->n; i++)
    s = sin(s) + x[p->index[i]] * x[order[i]] * s;
  free(order);
  plan_drop(p);
  return s;
}

typedef struct {
  int n;
  double *value;
} row;

static int row_make(row *r, int n) {
  static const int ends[2] = {-1, 1};
  r->value = calloc((size_t)n, sizeof *r->value);
  if (!r->value)
    return 1;
  r->n = n + ends[0] + ends[1];
  return 0;
}

double stencil(int m, const double *x) {
  row r;
  double s = 0.0;
  if (row_make(&r, m))
    return -1.0;
  for (int i = 0; i < r.n; i++)
    r.value[i] += x[i] * x[i];
  for (int i = 0; i < r.n; i++)
    s += sin(r.value[i]) * x[0];
  free(r.value);
  return s;
}
