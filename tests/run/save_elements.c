// Elements of a flat array in C, and bounds that are known again.
// head: f(s)/(x)
// inputs: n = 5
void f(int n, double x[10], double *s) {
  int i, j;
  double a[100];
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      a[10 * i + j] = x[i] * x[j];
  for (j = 0; j < n; j++)
    for (i = j + 1; i < n; i++) {
      int k;
      for (k = i; k < n; k++)
        a[10 * i + k] = a[10 * i + k] - 0.1 * a[10 * j + i] * a[10 * j + k];
    }
  for (i = 1; i < n; i++) {
    x[i] = x[i] + x[i - 1] * x[i - 1];
    x[i - 1] = x[i - 1] + 0.1 * a[10 * i + i];
  }
  for (i = 0; i < n; i++)
    x[i] = 0.5 * x[i];
  *s = 0.0;
  for (i = 0; i < n; i++)
    *s += a[10 * i + i] * x[i] * x[i];
}
