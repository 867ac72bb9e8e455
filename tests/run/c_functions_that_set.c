// Functions that set what has a derivative, and whose values have none: structures, untyped pointers, lists, the code of `exit`.
// head: f(x)\(y)
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(5) = 0.0 .. 0.0
#include <stdlib.h>
struct code {
  int n, m;
};
static int table[4] = {1, 2, 3, 4};

static void lose(int n, double *w) {
  for (int i = 0; i < n; i++)
    w[i] = 0.5*w[n]*w[n];
}

static struct code coded(int n, double *w) {
  struct code c = {n, 1};
  lose(n, w);
  return c;
}

static void *place(int n, double *w) {
  lose(n, w);
  return table;
}

static int number(int n, double *w) {
  lose(n, w);
  return n;
}

static int decode(struct code c) {
  return c.n + c.m;
}

static double sum(const double *w) {
  double s = 0.0;
  for (int i = 0; i < 4; i++)
    s += w[i]*w[i];
  return s;
}

void f(const double *x, double *y) {
  double w[4];
  int k, i;
  for (i = 0; i < 4; i++)
    w[i] = x[i]*x[i];
  struct code c = coded(2, w);
  y[0] = sum(w)*c.n;
  for (i = 0; i < 4; i++)
    w[i] = w[i]*x[i] + x[i];
  k = decode(coded(1, w)) + coded(2, w).n;
  y[1] = sum(w)*k;
  for (i = 0; i < 4; i++)
    w[i] = w[i]*x[i] + x[i];
  int *p = place(3, w);
  if (place(2, w) != NULL)
    k = p[1];
  y[2] = sum(w)*k;
  for (i = 0; i < 4; i++)
    w[i] = w[i]*x[i] + x[i];
  int t[2] = {number(2, w), 3};
  y[3] = sum(w)*t[0];
  if (k == 7)
    exit(number(3, w));
  y[4] = w[0]*w[1]*y[3];
}
