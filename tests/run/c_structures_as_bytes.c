// Structures that memcpy puts into an array of them.
// head: f(y)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(1) = 0 .. 1
#include <string.h>
struct st { double t, u; };
void f(int n, double *x, double *y) {
  struct st a = {x[0], x[1]}, b = {x[1], x[n - 1]}, c[2];
  memcpy(c, &b, sizeof b);
  memcpy(&c[1], &a, sizeof *c);
  *y = c[0].t * c[1].u * x[n - 1];
}
