/* Functions that derivatives need and math.h does not have. */
#include "adSpecial.h"

#include <math.h>

/* Upwards by psi(x) = psi(x + 1) - 1/x, then the asymptotic series (Abramowitz and Stegun 6.3.5, 6.3.7, 6.3.18). */
long double adDigammal(long double x) {
    static const long double series[] = {1.0L / 12, -1.0L / 120, 1.0L / 252, -1.0L / 240, 1.0L / 132, -691.0L / 32760, 1.0L / 12, -3617.0L / 8160};
    const long double pi = 3.141592653589793238462643383279502884L;
    long double sum = 0.0L, value = 0.0L, t;
    if (x <= 0.0L)
        return adDigammal(1.0L - x) - pi / tanl(pi * x);
    for (; x < 16.0L; x += 1.0L)
        sum -= 1.0L / x;
    t = 1.0L / (x * x);
    for (int k = 7; k >= 0; --k)
        value = value * t + series[k];
    return sum + logl(x) - 0.5L / x - t * value;
}

double adDigamma(double x) {
    return (double)adDigammal(x);
}

float adDigammaf(float x) {
    return (float)adDigammal(x);
}
