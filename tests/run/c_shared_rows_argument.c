// Rows of an array of pointers that lead to the same memory: what one overwrites, another needs.
// head: f(x)\(y)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
// inputs: y(3) = 0.0 .. 0.0

static void step(int n, double **u) {
  for (int i = 0; i < n; i++)
    u[1][i] = u[0][i]*u[0][i];
  double *t = u[0];
  u[0] = u[1];
  u[1] = t;
}

void f(int n, const double *x, double *y) {
  double b[8], *u[2] = { b, b + n };
  for (int i = 0; i < n; i++)
    u[0][i] = x[i];
  step(n, u);
  step(n, u);
  for (int i = 0; i < n; i++)
    y[i] = u[0][i];
}
