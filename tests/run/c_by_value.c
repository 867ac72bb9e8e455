// Arguments by value that the callee changes: their adjoints are added to what the caller has gathered so far.
// head: blend(out)/(x y)
// inputs: x = 0.5 .. 1.5
// inputs: y = 0.5 .. 1.5
#include <math.h>
typedef struct { double re, im; } pair;
enum mode { LINEAR, SQUARE };
static double phi(double x, enum mode m)
{
    switch (m) {
    case LINEAR:
        return x;
    case SQUARE:
        x *= x;
        break;
    }
    return 0.5*x;
}
static double turn(pair p, double a)
{
    p.re = p.re*cos(a) - p.im*sin(a);
    a = a*p.re;
    return p.re*p.im + a;
}
static double down(double x, int n)
{
    double s = 0.0;
    while (n-- > 0) {
        x = 0.5*x + x*x*0.1;
        s += sin(x);
    }
    return s;
}
void blend(double x, double y, double *out)
{
    pair p = {x, y};
    double a = x*y;
    *out = phi(a, x > 1.0 ? SQUARE : LINEAR)*y + log(a);
    *out += turn(p, a)*a + p.re*down(a, 3) + p.im*p.im;
}
