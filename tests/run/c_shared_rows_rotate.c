// Rows of an array of pointers that lead to the same memory: what one overwrites, another needs.
// head: f(x)\(y)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
// inputs: y(3) = 0.0 .. 0.0
#include <math.h>

static void step(int n, double *u[3]) {
  for (int i = 0; i < n; i++)
    u[2][i] = u[0][i]*u[1][i];
  double *t = u[0];
  for (int k = 0; k < 2; k++)
    u[k] = u[k + 1];
  u[2] = t;
}

void f(int n, const double *x, double *y) {
  double b[12], *u[3];
  for (int k = 0; k < 3; k++)
    u[k] = b + k*n;
  for (int i = 0; i < n; i++) {
    u[0][i] = x[i];
    u[1][i] = sin(x[i]);
  }
  for (int k = 0; k < 4; k++)
    step(n, u);
  for (int i = 0; i < n; i++)
    y[i] = u[1][i];
}
