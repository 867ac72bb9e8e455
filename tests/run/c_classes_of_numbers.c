// What math.h asks of numbers and their parts has no derivative; of remquo the value has the one of a remainder.
// head: f(y)/(x, z)
// wrong interpreted: the source of `remquo`
// inputs: x = 200.0 .. 201.0
// inputs: z = 45.0 .. 46.0
// inputs: y(4) = 0
#include <math.h>

void f(double x, double z, double *y)
{
    int q, k;
    double r = remquo(x, z, &q), q2 = x*x;
    float s = remquof((float)x, 90.0f, &k);
    if (!isnormal(q2) || isunordered(x, z) || fpclassify(x) == FP_ZERO)
        q2 = 1.0;
    y[0] = r*r + q*x + remquo(x*z, 7.5, &k);
    y[1] = q2*x*logb(x) + ilogb(z);
    y[2] = isgreater(x, z) && !isless(x, z) ? x*z : z;
    y[3] = islessgreater(x, z) && islessequal(z, x) && isgreaterequal(x, z) ? s*z*k : 0.0;
}
