// head: f(f)/(p)
// inputs: n = 3
// inputs: p(9) = 0.2 .. 1
// inputs: q(9) = 0 .. 0.5
// inputs: steps = 3
// A forward sweep that has to leave an array as it found it saves each element once, before its sum begins.
#include <stdlib.h>
static void mat_mul(int n, const double *a, const double *b, double *o) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      o[i * n + j] = 0;
      for (int k = 0; k < n; k++)
        o[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}
/* The element is another one in each turn: each is saved. */
static void add_rows(int n, const double *b, double *o) {
  o[0] = 0;
  for (int i = 0; i < n; i++)
    o[i] += b[i] * b[i];
}
/* The sum itself is read between. */
static void grow(int n, const double *b, double *o) {
  for (int i = 0; i < n; i++) {
    o[i] = b[i];
    for (int k = 0; k < n; k++)
      o[i] = o[i] + o[i] * o[i] * b[k];
  }
}
double f(int n, const double *p, const double *q, int steps) {
  double s = 0.0, *F = calloc(n * n, sizeof *F), *P = calloc(n * n, sizeof *P), *T = calloc(n * n, sizeof *T);
  for (int i = 0; i < n * n; i++) {
    F[i] = q[i];
    P[i] = p[i];
  }
  for (int t = 0; t < steps; t++) {
    mat_mul(n, F, P, T);
    for (int i = 0; i < n * n; i++)
      P[i] = T[i] / (1.0 + T[i] * T[i]);
    add_rows(n, P, T);
    for (int i = 0; i < n; i++)
      P[i] = P[i] + T[i] * T[i];
    grow(n, P, T);
    for (int i = 0; i < n * n; i++)
      P[i] = P[i] + 0.01 * T[i] * T[i];
  }
  for (int i = 0; i < n * n; i++)
    s += P[i] * P[i];
  free(F);
  free(P);
  free(T);
  return s;
}
