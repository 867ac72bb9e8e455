// Structures whose pointers lead to what varies in one call and to constants in another; on the heap, and changed in between.
// head: out(x)\(out)
// inputs: n = 2
// inputs: x(4) = 0.5 .. 1.5
// head: heap(x)\(heap)
// inputs: n = 2
// inputs: x(4) = 0.5 .. 1.5
// head: later(x)\(later)
// inputs: n = 2
// inputs: x(4) = 0.5 .. 1.5
#include <math.h>
#include <stdlib.h>

typedef struct {
  int n;
  double *w, *b;
} layer;

static double forward(const layer *l, const double *in) {
  double s = 0;
  for (int i = 0; i < l->n; i++) s += tanh(l->w[i]*in[i] + l->b[i]);
  return s;
}

static double by_value(layer l, const double *in) {
  double s = 0;
  for (int i = 0; i < l.n; i++) s += tanh(l.w[i]*in[i] + l.b[i]);
  return s;
}

double out(int n, const double *x) {
  double w[2] = {0.5, 0.25}, b[2] = {0.1, 0.2}, v[2] = {x[0], x[1]};
  layer first = {n, w, b}, second = {n, v, b};
  return forward(&first, x)*forward(&second, b)*by_value(first, x)*by_value(second, b);
}

double heap(int n, const double *x) {
  layer l = {n, malloc(sizeof(double)*n), malloc(sizeof(double)*n)};
  for (int i = 0; i < n; i++) { l.w[i] = x[i]; l.b[i] = 0.5*i; }
  double s = forward(&l, x + n)*by_value(l, x);
  free(l.w);
  free(l.b);
  return s;
}

double later(int n, const double *x) {
  double w[2] = {x[0], x[1]}, b[2] = {0.1, 0.2};
  layer l = {n, w, b};
  double s = by_value(l, x);
  b[0] = x[2];
  s += by_value(l, x + 1);
  b[0] = 0.7;
  w[1] = 0.2;
  return s*by_value(l, x + 2);
}
