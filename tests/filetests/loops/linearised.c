// test: loop, private, sums
// head: f
void f(int n, int m, const double *x, double *a, double *s)
{
  for (int i = 0; i < n; i++) { // loop: independent
    for (int j = 0; j < m; j++) { // loop: independent
      a[i * m + j] = x[j] * 2.0;
    }
  }
  for (int i = 0; i < n; i++) { // loop: ordered
    for (int j = 0; j <= m; j++) { // loop: independent
      a[i * m + j] = x[j] * 2.0;
    }
  }
  for (int i = 0; i < n; i++) { // loop: sums | sums: *s | private: t
    double t = x[i];
    for (int k = 0; k < 3; k++) { // loop: ordered
      t = t * a[3 * i + k];
    }
    *s += t;
  }
  for (int i = 0; i < n; i++) { // loop: independent
    for (int k = 0; k < 3; k++) { // loop: independent
      a[3 * i + k] = x[i];
    }
  }
}
