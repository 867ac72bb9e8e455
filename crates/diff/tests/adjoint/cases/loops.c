// head: f(f y)/(x a)
#include <math.h>

/* a small one */
double f(int n, const double *x, double a, double *y)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        double t = x[i]*a;
        if (t > 1.0)
            t = sin(t);
        s += t*t;
        y[i] = s*t;
    }
    while (s > 4.0)
        s *= 0.5*a;
    return s*a;
}
// driver:
#include <math.h>
#include <stdio.h>
double f(int n, const double *x, double a, double *y);
void f_b(int n, const double *x, double *xb, double a, double *ab, double *y, double *yb, double fb);
static double cost(double h, const double *s)
{
    double x[5], y[5], c;
    for (int i = 0; i < 5; i++)
        x[i] = 0.4*i + 0.3 + h*cos(i);
    c = 1.5*f(5, x, 1.2 - 0.7*h, y);
    for (int i = 0; i < 5; i++)
        c += s[i]*y[i];
    return c;
}
int main(void)
{
    double s[5] = {1, -2, 3, 0.5, 1}, x[5], xb[5] = {0}, y[5], yb[5], ab = 9.0, fd, ad;
    for (int i = 0; i < 5; i++) {
        x[i] = 0.4*i + 0.3;
        yb[i] = s[i];
    }
    fd = (cost(1e-6, s) - cost(-1e-6, s))/2e-6;
    f_b(5, x, xb, 1.2, &ab, y, yb, 1.5);
    ad = -0.7*ab;
    for (int i = 0; i < 5; i++)
        ad += xb[i]*cos(i);
    if (fabs(fd - ad) <= 1e-6*fabs(fd))
        printf("ok\n");
    else
        printf("differs   %g %g\n", fd, ad);
    return 0;
}
