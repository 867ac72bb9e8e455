// Reals of four bytes.
// head: f(f)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
#include <math.h>
float f(int n, const float *x)
{
    float s = 0.0f;
    for (int i = 0; i < n; i++)
        s += sqrtf(x[i])*expf(-x[i]) + powf(x[i], 1.5f);
    return s;
}
