// One array as several arguments that are only read.
// head: energy(x)\(energy)
// inputs: n = 5
// inputs: x(6) = 0.5 .. 1.5
static double dot(int n, const double *x, const double *y) {
  double s = 0.0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

static void diff(int n, const double *u, const double *v, double *r) {
  for (int i = 0; i < n; i++)
    r[i] = (v[i] - u[i]) * u[i];
}

double energy(int n, const double *x) {
  double r[n];
  diff(n, x, x + 1, r);
  return dot(n, x, x) + dot(n, x, &x[1]) + dot(n, r, r) + dot(n - 1, r, r + 1);
}
