// A function whose value goes where it reads by itself: a global, the target of a pointer.
// head: total(x)\(total)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.0
double s;

static double scaled(double x) {
  double t = s * x;
  return t + s;
}

static double next(const double *p, double *q) {
  *q += 0.5 * *p;
  return *p * *q;
}

double total(int n, double *x) {
  s = x[0];
  for (int i = 0; i < 4; i++) {
    s = scaled(x[i]);
    x[0] = next(&x[0], &x[1]);
    double *a = x;
    *a = next(&x[2], &x[3]);
  }
  return s + x[0] * x[n - 1];
}
