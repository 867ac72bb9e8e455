// A block that realloc makes longer, and what is put behind its old end.
// head: f(y)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(1) = 0 .. 1
#include <stdlib.h>
void f(int n, double *x, double *y) {
  double *a = malloc(sizeof *a * (size_t)n), *b;
  if (!a) { *y = 0; return; }
  for (int i = 0; i < n; i++) a[i] = x[i] * x[i];
  b = realloc(a, sizeof *a * (size_t)(n + 1));
  if (!b) { free(a); *y = 0; return; }
  b[n] = b[0] * x[0];
  *y = b[n] + b[n - 1];
  free(b);
}
