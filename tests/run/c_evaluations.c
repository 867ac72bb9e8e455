// Functions of math.h whose operands stay, change, change behind a pointer, change in an arm, in a loop, between labels.
// head: evaluations(s n x y)\(s)
// inputs: n = 4
// inputs: x(4) = 0.3 .. 1.1
// inputs: y = 1.2
#include <math.h>

typedef struct {
    double a, b;
} Pair;

static void shift(double *p, double by)
{
    *p += by;
}

void evaluations(int n, double *x, double y, double *s)
{
    double r, t = 0.0, z = y;
    Pair q = {y, 0.5*y};
    *s = 0.0;
    for (int i = 0; i < n; i++) {
        /* the same operands in value, guard and partials */
        r = sqrt(x[i]*x[i] + y)*exp(-y*x[i])/(1.0 + exp(-y*x[i]));
        /* x[i] is another one afterwards */
        x[i] = exp(-y*x[i])*sqrt(x[i]) + pow(x[i], 1.5);
        *s += r*log(x[i])*log(x[i]);
        /* behind a pointer */
        shift(&z, 0.1*sin(z)*sin(z));
        *s += sin(z)*cos(z);
        /* one arm changes it */
        t = sin(q.a)*sin(q.a);
        if (r > 0.4)
            q.a += 0.2*sin(q.a)*x[i];
        else
            q.b *= cos(q.b) + cos(q.a);
        *s += sin(q.a)*t*cos(q.b)*cos(q.b);
        /* evaluated in one arm of an expression only */
        *s += r > 0.5 ? tan(r)*tan(r) : r;
        *s += tan(0.5*r)*tan(0.5*r);
    }
    if (n > 3)
        goto behind;
    y = sqrt(y);
behind:
    *s += sqrt(y)*exp(sqrt(y));
    for (int k = 0; k < 3; k++) {
        *s += sqrt(y)*exp(sqrt(y));
        y = sqrt(y)*sqrt(y)*sqrt(y) + 0.1;
    }
    *s += cbrt(y)/(cbrt(y) + 1.0);
}
