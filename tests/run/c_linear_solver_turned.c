// A matrix that is not symmetric, in a loop: another function solves with its transpose. The call is repeated with what it has computed.
// inputs: c(4) = 0.5 .. 1.5
// wrong several: derivatives in one direction
// head: f(f)/(c)
#include <math.h>
void mul(int n, const double *a, const double *x, double *y)
{
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < n; j++)
      y[i] += a[i*n+j]*x[j];
  }
}
void gs(int n, double *a, double *b, double *x)
{
  for (int k = 0; k < 100; k++)
    for (int i = 0; i < n; i++) {
      double t = b[i];
      for (int j = 0; j < n; j++)
        if (j != i) t -= a[i*n+j]*x[j];
      x[i] = t/a[i*n+i];
    }
}
void gs_t(int n, double *a, double *b, double *x)
{
  for (int k = 0; k < 100; k++)
    for (int i = 0; i < n; i++) {
      double t = b[i];
      for (int j = 0; j < n; j++)
        if (j != i) t -= a[j*n+i]*x[j];
      x[i] = t/a[i*n+i];
    }
}
double f(const double c[4])
{
  double a[16], b[4], x[4], y = 0;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++)
      a[4*i+j] = 0.2*sin(c[i]+2*j) + (i == j ? 3 : 0);
    b[i] = c[i]*c[i];
    x[i] = 0;
  }
  for (int k = 0; k < 3; k++) {
    //$AD LINEAR-SOLVER a x b TRANSPOSED gs_t PRODUCT mul(4, a, x, b)
    gs(4, a, b, x);
    for (int i = 0; i < 4; i++) {
      b[i] = x[i]*c[i];
      a[5*i] += 0.1*x[i];
      y += x[i];
    }
  }
  return y;
}
