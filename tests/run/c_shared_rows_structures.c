// Rows of an array of pointers that lead to the same memory: what one overwrites, another needs.
// head: f(x)\(y)
// inputs: x(2) = 0.5 .. 1.5
// inputs: y(2) = 0.0 .. 0.0

typedef struct {
  double *q;
  int n;
} vec;

void f(const double *x, double *y) {
  double b[2];
  vec l[3] = { { b, 1 }, { b + 1, 1 }, { b, 1 } };
  b[0] = x[0];
  b[1] = x[1];
  for (int k = 0; k < 2; k++)
    l[k + 1].q[0] = l[k].q[0]*l[k].q[0];
  y[0] = b[0];
  y[1] = b[1];
}
