// Comparisons that `qsort` and `bsearch` call: what they read of statics, by themselves or by functions that they call, is read by those calls, whether they
// are given by name, as a parameter, by a variable or by a member; what they count is written by them.
// wrong interpreted: the source of `
// head: by_pointer(by_pointer)/(x)
// inputs: x(3) = 0.5 .. 1.5
// head: by_table(by_table)/(x)
// inputs: x(3) = 0.5 .. 1.5
// refused without activity: RT0416
// head: by_value(by_value)/(x)
// inputs: x(3) = 0.5 .. 1.5
// refused without activity: its extent is not known
#include <stdlib.h>
#include <math.h>
typedef int compare(const void *, const void *);
static int up, weight, asked;
static int sign_of(int a, int b) { return up*(a - b)*weight; }
static int cmp(const void *a, const void *b) { asked++; return sign_of(*(const int *)a, *(const int *)b); }
static int other(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static compare *how = other;
struct sorter { int n; compare *c; };
static void wrap(int *idx, int n, int (*c)(const void *, const void *)) { qsort(idx, n, sizeof(int), c); }
static void by_struct(int *idx, const struct sorter *s) { qsort(idx, s->n, sizeof *idx, s->c); }
static double part(const double x[3], int k)
{
  int idx[3] = { 1, 0, 2 };
  double s = 0;
  up = k % 2 ? -1 : 1;
  if (k == 0) { how = cmp; qsort(idx, 3, sizeof(int), how); }
  else if (k == 1) wrap(idx, 3, cmp);
  else { struct sorter t = { 3, cmp }; by_struct(idx, &t); }
  up = 0;
  for (int i = 0; i < 3; i++) s += (i + 1 + k)*x[idx[i]]*x[idx[i]];
  return s*asked;
}
double by_pointer(const double x[3])
{
  double s = 1;
  asked = 0;
  for (int k = 0; k < 3; k++) {
    weight = 1 + k;
    s = s*part(x, k) + s*s*0.01;
    weight = -weight;
  }
  return s;
}

static double *table; static double tol;
static int near(const void *a, const void *b) { double u = *(const double *)a, v = table[*(const int *)b]; return u < v - tol ? -1 : u > v + tol; }
double by_table(const double x[3])
{
  int idx[5] = { 0, 1, 2, 3, 4 };
  double t[5], y = 1;
  table = t;
  for (int k = 0; k < 2; k++) {
    for (int j = 0; j < 5; j++) t[j] = j*(1 + k);
    double key = 2 + 2*k;
    tol = 0.25 + k;
    int *at = bsearch(&key, idx, 5, sizeof *idx, near);
    if (at) y = y*x[*at] + x[0];
    tol = 100;
    for (int j = 0; j < 5; j++) t[j] = -1;
  }
  return y*y;
}

static double scale;
static const double *given;
static int rising(const void *a, const void *b) { double u = scale*given[*(const int*)a], v = scale*given[*(const int*)b]; return (u > v) - (u < v); }
static void order(const double *x, int *idx) { scale = x[0]; given = x; qsort(idx, 3, sizeof(int), rising); }
double by_value(const double x[3])
{
  int idx[3] = {2, 1, 0};
  double z[3];
  double r = 0;
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) z[i] = sin(x[i]*(k + 1)*2);
    order(z, idx);
    for (int i = 0; i < 3; i++) r += (i + 1)*z[idx[i]]*exp(z[i]);
    z[k] = r;
  }
  return r;
}
