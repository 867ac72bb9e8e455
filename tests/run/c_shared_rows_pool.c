// Rows of an array of pointers that lead to the same memory: what one overwrites, another needs.
// head: f(x)\(y)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
// inputs: y(3) = 0.0 .. 0.0

void f(int n, const double *x, double *y) {
  double pool[6], *w[4];
  for (int k = 0; k < 4; k++)
    w[k] = pool + (k % 2)*3;
  for (int i = 0; i < n; i++)
    w[0][i] = x[i];
  for (int k = 1; k < 4; k++)
    for (int i = 0; i < n; i++)
      w[k][i] = w[k - 1][i]*w[k - 1][(i + 1) % n];
  for (int i = 0; i < n; i++)
    y[i] = w[3][i];
}
