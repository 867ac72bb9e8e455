// Adjoint statements are not brought together across what restores a value that one of them reads through another pointer.
// head: merge(x y)/(x y)
// inputs: n = 6
// inputs: x(7) = 1.0 .. 2.0
// inputs: y(7) = 1.0 .. 2.0
void merge(int n, double x[7], double y[7]) {
  double *p = &x[1];
  for (int i = 1; i < n - 1; i++) {
    int j = n - 1 - i;
    double r = x[i]/y[j];
    y[j] = r*p[i] + y[i]/r;
    x[i] = x[i]*r;
    j = i - 1;
    y[i] = y[i]*p[j] + r*y[j];
    p[j] = p[j]/(1.0 + y[j]*y[j]);
    y[i] = y[i]*x[i];
    x[0] += r/y[i] - x[j]/p[i];
    y[i % 3] = y[i % 3]/(1.0 + r*r) + y[(i + 1) % 3]/y[j];
  }
}
