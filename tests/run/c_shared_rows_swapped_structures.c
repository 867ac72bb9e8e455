// Rows of an array of pointers that lead to the same memory: what one overwrites, another needs.
// head: f(x)\(y)
// inputs: x(2) = 0.5 .. 1.5
// inputs: y(2) = 0.0 .. 0.0

typedef struct {
  double *q;
  double t;
} level;

void f(const double *x, double *y) {
  double b[2];
  level l[2] = { { b, 0 }, { b + 1, 0 } };
  b[0] = x[0];
  b[1] = x[1];
  for (int k = 0; k < 3; k++) {
    l[1].q[0] = l[0].q[0]*l[0].q[0];
    level t = l[0];
    l[0] = l[1];
    l[1] = t;
  }
  y[0] = b[0];
  y[1] = b[1];
}
