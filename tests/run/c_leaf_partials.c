// Functions of few scalars whose values are needed: file-scope variables, a switch that returns, a loop, float.
// inputs: n = 5
// inputs: x(5) = 0.3 .. 1.6
// inputs: a = 0.7
// head: c_leaf_partials(x a)\(c_leaf_partials)
// head: c_leaf_straight(x a)\(c_leaf_straight)
#include <math.h>
static double stiffness = 0.5;
static double curve(double t, int kind)
{
  double s;
  switch (kind) {
  case 0:
    s = 2.0*t;
    return (1.0 + s)*exp(-s);
  case 1:
    s = t*t;
    return sqrt(s + 1.0)*stiffness;
  default:
    return t*stiffness*stiffness;
  }
}
static double power(double base, int n)
{
  double p = 1.0;
  if (base > 1.0)
    base = base*0.5;
  while (n-- > 0)
    p *= base;
  return p;
}
double c_leaf_partials(int n, const double *x, double a)
{
  double sum = 0.0, r, q;
  stiffness = a;
  for (int i = 0; i < n; i++) {
    r = curve(x[i], i%3);
    q = power(r + x[i], 2 + i%2);
    sum += r*q*q;
  }
  return sum;
}
double c_leaf_straight(int n, const double *x, double a)
{
  double r, q;
  stiffness = a*a;
  r = curve(x[0]*x[n - 1], 1);
  q = power(r, 3);
  r = curve(q, 2)*r;
  stiffness = q;
  return r*q + curve(r, 1);
}
