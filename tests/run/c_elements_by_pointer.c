// Elements that a pointer reads while a loop, or statements in a row, overwrite the array.
// head: f(x)\(f)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1
// head: rows(x)\(rows)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1
// head: g(x)\(g)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1

double f(int n, const double *x) {
  double a[4], *p = &a[3];
  double s = 0.0;
  a[3] = x[0]*x[1];
  for (int i = 0; i < n; i++) {
    a[i] = x[i]*x[i];
    s += *p;
  }
  return s;
}

double g(int n, const double *x) {
  double a[3], *p = a;
  double s = 0.0;
  for (int i = 0; i < n; i++) {
    if (i == 0) {
      a[0] = 0.1;
      a[1] = x[1];
      a[2] = x[0]*x[2];
    }
    a[0] = x[0];
    a[1] = x[1]*p[2];
    a[2] = x[2]*x[i];
    s += a[1]*a[0] + a[2];
  }
  return s;
}
double rows(int n, const double *x) {
  struct { double v[4]; } z;
  double m[4][2], *v = z.v, s = 0.0;
  for (int i = 0; i < n; i++) {
    double *row = m[i];
    m[i][1] = x[i];
    z.v[i] = x[i];
    m[i][1] = row[1]*x[0];
    m[i][1] += row[1]*row[1];
    z.v[i] = v[i]*m[i][1];
    z.v[i] += v[i]*v[i];
    s += z.v[i];
  }
  return s;
}
