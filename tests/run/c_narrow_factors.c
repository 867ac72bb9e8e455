// Factors that are integers or of single precision: quotients of integers are not taken apart, and what the chain rule moves is multiplied in double precision.
// inputs: n = 3
// inputs: m = 7
// inputs: p = 0.3 .. 0.9
// inputs: q = 1.1 .. 1.9
// head: quotients(y)/(x)
// head: grids(y)/(x)
// head: singles(y)/(x)
#include <math.h>

void quotients(int n, int m, float p, float q, double x, double *y)
{
    double s = (1/n)*x*x + 1/n*sin(x) + exp(x)*(1/(n + 1)) - x*(m/n) + (n/m)*cos(x)*x;
    s += 1/n*s*x - s*(m/(2*n))*x*p/q;
    *y = s;
}

/* Products of integers would overflow, and quotients be zero. */
void grids(int n, int m, float p, float q, double x, double *y)
{
    int a = 100000*n, b = 100000*m;
    *y = n*(x/m) + n*(n*x)/m + m*(x/n);
    *y += a*(b*x) + a*(x*x/b) + p/q*x;
}

void singles(int n, int m, float p, float q, double x, double *y)
{
    double t = q*x;
    *y = p*(q*x) + p*sin(q*x) + p*t*t + q*(p*x*x) + 3*(x*q);
    *y += (p/q)*x*x*x + p*(x/q) + x/p/q + n*(p*x) + n*(n*x)/p;
    *y *= 1.0f/n*x/m;
}
