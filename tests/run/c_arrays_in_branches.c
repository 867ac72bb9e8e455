// Arrays in branches, whose extents are parameters that nothing changes and no test asks about.
// head: f(s)/(a)
// inputs: n = 3
// inputs: m = 2
// inputs: a(3) = 1.0 .. 2.0
void f(int n, int m, const double *a, double *s) {
  const int both = n * m;
  *s = a[0];
  if (a[1] > 0) {
    double row[n];
    for (int i = 0; i < n; i++) row[i] = a[i] * a[1];
    *s += row[1] * row[n - 1];
  } else {
    double other[m + 1];
    for (int i = 0; i <= m; i++) other[i] = a[0] * *s;
    *s *= other[m];
  }
  for (int k = 0; k + 1 < n; k++) {
    int odd = k % 2;
    switch (odd) {
    case 0: {
      double tab[m][n];
      for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) tab[j][i] = a[i] * a[k] * (j + 1);
      *s += tab[m - 1][k] * tab[0][n - 1];
      break;
    }
    default: {
      double flat[both];
      for (int i = 0; i < both; i++) flat[i] = a[i % n] * *s;
      *s += flat[both - 1] * flat[0];
    }
    }
  }
}
