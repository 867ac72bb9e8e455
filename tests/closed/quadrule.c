/* Orthogonal polynomials with the derivatives that QUADRULE computes beside them; the gamma function with its digamma function. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void legendre_recur(double *p2, double *dp2, double *p1, double x, int order);
void legendre_recur_d(double *p2, double *p2d, double *dp2, double *p1, double *p1d, double x, double xd, int order);
void legendre_recur_b(double *p2, double *p2b, double *dp2, double *p1, double *p1b, double x, double *xb, int order);
void hermite_ss_recur(double *p2, double *dp2, double *p1, double x, int order);
void hermite_ss_recur_d(double *p2, double *p2d, double *dp2, double *p1, double x, double xd, int order);
void hermite_ss_recur_b(double *p2, double *p2b, double *dp2, double *p1, double x, double *xb, int order);
void laguerre_recur(double *p2, double *dp2, double *p1, double x, int order, double b[], double c[]);
void laguerre_recur_d(double *p2, double *p2d, double *dp2, double *p1, double *p1d, double x, double xd, int order,
                      double b[], double c[]);
void laguerre_recur_b(double *p2, double *p2b, double *dp2, double *p1, double *p1b, double x, double *xb, int order,
                      double b[], double c[]);
double r8_gamma(double x);
double r8_psi(double x);
double r8_gamma_d(double x, double xd, double *r8_gamma);
void r8_gamma_b(double x, double *xb, double r8_gammab);

static void same(const char *what, double x, double found, double wanted)
{
  if (!(fabs(found - wanted) <= 1e-11*fmax(fabs(wanted), 1.0))) {
    printf("%s at %g: %.16e, wanted %.16e\n", what, x, found, wanted);
    exit(1);
  }
}

int main(void)
{
  double b[12], c[12];
  for (int i = 0; i < 12; i++) {
    b[i] = 0.3 + 0.1*i;
    c[i] = 0.2*i;
  }
  for (int k = -9; k <= 9; k++) {
    for (int order = 1; order <= 12; order++) {
      double x = 0.1*k + 0.03, p1, p2, dp2, p1d = 0.0, p2d, p1b, p2b, xb;
      legendre_recur(&p2, &dp2, &p1, x, order);
      double wanted = dp2;
      legendre_recur_d(&p2, &p2d, &dp2, &p1, &p1d, x, 1.0, order);
      same("legendre_recur_d", x, p2d, wanted);
      p1b = xb = 0.0;
      p2b = 1.0;
      legendre_recur_b(&p2, &p2b, &dp2, &p1, &p1b, x, &xb, order);
      same("legendre_recur_b", x, xb, wanted);
      hermite_ss_recur(&p2, &dp2, &p1, x, order);
      wanted = dp2;
      hermite_ss_recur_d(&p2, &p2d, &dp2, &p1, x, 1.0, order);
      same("hermite_ss_recur_d", x, p2d, wanted);
      xb = 0.0;
      p2b = 1.0;
      hermite_ss_recur_b(&p2, &p2b, &dp2, &p1, x, &xb, order);
      same("hermite_ss_recur_b", x, xb, wanted);
      laguerre_recur(&p2, &dp2, &p1, x, order, b, c);
      wanted = dp2;
      laguerre_recur_d(&p2, &p2d, &dp2, &p1, &p1d, x, 1.0, order, b, c);
      same("laguerre_recur_d", x, p2d, wanted);
      p1b = xb = 0.0;
      p2b = 1.0;
      laguerre_recur_b(&p2, &p2b, &dp2, &p1, &p1b, x, &xb, order, b, c);
      same("laguerre_recur_b", x, xb, wanted);
    }
    /* Below 1, between 1 and 12, above 12. */
    for (int part = 0; part < 3; part++) {
      double x = part == 0 ? 0.5 + 0.04*k : part == 1 ? 4.0 + 0.31*k : 14.0 + 0.19*k, gamma, xb = 0.0;
      double wanted = r8_gamma(x)*r8_psi(x);
      same("r8_gamma_d", x, r8_gamma_d(x, 1.0, &gamma)/wanted, 1.0);
      r8_gamma_b(x, &xb, 1.0);
      same("r8_gamma_b", x, xb/wanted, 1.0);
    }
  }
  return 0;
}
