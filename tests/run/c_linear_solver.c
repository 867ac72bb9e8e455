// A solver in C: what it gets is passed on as it is, the number of its steps has a place of its own.
// inputs: n = 6
// inputs: c(10) = 0.2 .. 0.9
// inputs: f(10) = -1.0 .. 2.0
// inputs: x(10) = 0 .. 1
// inputs: y = 0 .. 0
// wrong several: derivatives in one direction
// head: model(y)/(c, f)
// head: model(x)/(f)
#include <math.h>

void multiply(int n, const double *a, const double *x, double *y)
{
  for (int i = 0; i < n; i++) {
    y[i] = a[2*i]*x[i];
    if (i > 0)
      y[i] -= a[2*i-1]*x[i-1];
    if (i < n-1)
      y[i] -= a[2*i+1]*x[i+1];
  }
}

void cg(int n, const double *a, const double *b, double *x, double tol, int *its)
{
  double r[n], p[n], q[n], rho = 0, s;
  int most = *its;
  multiply(n, a, x, q);
  for (int i = 0; i < n; i++) {
    r[i] = b[i] - q[i];
    p[i] = r[i];
    rho += r[i]*r[i];
  }
  for (*its = 0; *its < most && sqrt(rho) > tol; (*its)++) {
    multiply(n, a, p, q);
    s = 0;
    for (int i = 0; i < n; i++)
      s += p[i]*q[i];
    double alpha = rho/s;
    s = 0;
    for (int i = 0; i < n; i++) {
      x[i] += alpha*p[i];
      r[i] -= alpha*q[i];
      s += r[i]*r[i];
    }
    for (int i = 0; i < n; i++)
      p[i] = r[i] + s/rho*p[i];
    rho = s;
  }
}

void model(int n, const double *c, const double *f, double *x, double *y)
{
  double a[20], b[10];
  int its = 100;
  for (int i = 0; i < n; i++) {
    a[2*i] = 3 + c[i]*c[i];
    a[2*i+1] = 0.5*c[i];
    b[i] = f[i]*c[i];
    x[i] = 0;
  }
  //$AD LINEAR-SOLVER a x(n) b SYMMETRIC PRODUCT multiply(n, a, x, b)
  cg(n, a, b, x, 1e-14, &its);
  *y = its;
  for (int i = 0; i < n; i++)
    *y += x[i]*x[i];
}
