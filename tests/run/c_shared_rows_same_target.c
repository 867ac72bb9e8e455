// Rows of an array of pointers that lead to the same memory: what one overwrites, another needs.
// head: f(x)\(y)
// inputs: x(2) = 0.5 .. 1.5
// inputs: y(2) = 0.0 .. 0.0

void f(const double *x, double *y) {
  double b[2], *u[2] = { b, b };
  b[0] = x[0];
  b[1] = x[1];
  y[0] = u[0][0]*u[0][0];
  u[1][0] = u[1][1];
  y[1] = u[0][0]*y[0];
}
