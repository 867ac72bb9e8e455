// What a first call sets up is not saved: nothing that runs again sets it up again.
// head: column(t)\(y)
// inputs: n = 4
// inputs: t(4) = 1.5 .. 4.5
// inputs: y(4) = 0.0 .. 0.0
// head: lazily(t)\(y)
// inputs: n = 4
// inputs: t(4) = 1.5 .. 4.5
// inputs: y(4) = 0.0 .. 0.0
#include <math.h>

enum { nt = 16 };
static double es[nt];
static double grid[nt][2];
static int ready;

static void fill(double *table, int count) {
  for (int i = 0; i < count; i++) table[i] = 6.11*exp(0.2*i/(i + 2.0));
}

static void prepare(void) {
  if (ready == 1) return;
  fill(es, nt);
  for (int i = 0; i < nt; i++) {
    grid[i][0] = es[i]*0.5;
    grid[i][1] = 1.0/es[i];
  }
  ready = 1;
}

static double esat(double t) {
  prepare();
  int k = (int)t;
  double w = t - k;
  return es[k]*(1.0 - w) + grid[k + 1][0]*w*t + grid[k][1]*t;
}

void column(int n, const double *t, double *y) {
  for (int i = 0; i < n; i++) y[i] = esat(t[i])*esat(t[i] + 1.5)/esat(t[i]*0.5);
}

static double weight(int k) {
  static int first = 1;
  static double w[8];
  if (first) {
    for (int i = 0; i < 8; i++) w[i] = 1.0/(1.0 + i);
    first = 0;
  }
  return w[k];
}

void lazily(int n, const double *t, double *y) {
  double s = 1.0;
  for (int i = 0; i < n; i++) {
    s = s*t[i]*weight(i) + sin(s);
    y[i] = s*weight(i + 1);
  }
}
