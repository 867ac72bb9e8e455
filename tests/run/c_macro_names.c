// head: field(field)/(a b)
// Macros with the names that derivatives would have: the preprocessor does not know that they are meant.
#include <math.h>
#define ab 3.0
#define ad 0.5
#define bb(q) ((q)*2.0)
#define temp 0.25
#define part_b(q) ((q) + 1.0)
#define part_d part

static double part(double a) { return sin(a)*a; }

double field(double a, double b)
{
    double s = temp*a;
    for (int i = 0; i < 3; i++)
        s = s*cos(part_d(a)*b) + part_b(s)*bb(b)*ad;
    return s*ab;
}
