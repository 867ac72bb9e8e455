// Constant expressions of C: enumerators, extents, indices of initial values and cases are made by shifts, masks, comparisons, logic, choices and casts.
// head: levels(y)/(x)
// inputs: x(9) = 0.5 .. 1.5
// head: tables(y)/(x)
// inputs: x(9) = 0.5 .. 1.5
// head: flags(y)/(x)
// inputs: x(9) = 0.5 .. 1.5
// inputs: mode = 1 .. 7
#include <limits.h>
#include <stddef.h>

#define ROUNDED ((int)2.75*2 + 1)
#define MASK ((1 << 3 | 1) & ~8)
#define WIDE (sizeof(int) > 2 ? 3 : 30)

enum level { GROUND, UPPER = 1 << 1, TOP = UPPER << GROUND | 1, ODD = ~-4, BELOW = -1 >> 1, LEVELS = TOP ^ 4 };
enum flag { A = 0x1u << 0, B = A << 1, C = B << 1, ALL = A | B | C, SOME = ALL & ~B, NONE = !ALL, BOTH = A && B, EITHER = NONE || C };
enum chosen { LARGE = INT_MAX > 65535 ? 4 : 2, SMALL = 'c' - 'a', HALF = (int)2.5, LAST = (unsigned char)259, WRAPPED = (0u - 1 > 1) + 1 };

struct point { double at[3]; double weight; };

/* Extents. */
void levels(const double *x, double *y)
{
    double w[LEVELS + (TOP > UPPER)], v[sizeof(struct point)/sizeof(double)], u[_Alignof(double) >> 1];
    const int last = sizeof w/sizeof w[0] - 1;
    for (int i = 0; i <= last; i++)
        w[i] = x[i]*x[ODD];
    for (size_t i = 0; i < sizeof v/sizeof *v; i++)
        v[i] = w[i]*x[i + 1];
    for (int i = 0; i < 4; i++)
        u[i] = v[i]*w[TOP];
    *y = u[0]*u[GROUND + 1] + u[2]*w[last + BELOW] + v[UPPER | 1];
}

/* Initial values by index, and arrays that have them. */
static const double coef[LAST + (HALF == 2)] = {[SMALL] = 0.5, [LAST] = 2.0, [NONE] = 3.0};

void tables(const double *x, double *y)
{
    double w[WIDE + !MASK] = {[HALF] = x[0]*x[1], [NONE] = x[1]};
    double a[LARGE - 1] = {[WRAPPED - 1] = x[2], [BOTH - 1] = x[3]*x[2]};
    double b[] = {[ROUNDED] = x[4], [MASK] = x[5]*x[4], x[6]};
    *y = 0;
    for (int i = 0; i < WIDE; i++)
        *y += coef[i]*x[i]*w[i] + a[i]*a[(i + 1) % 3];
    for (int i = 0; i < ROUNDED + 1; i++)
        *y += b[i]*b[i]*x[i];
}

/* Cases. */
void flags(int mode, const double *x, double *y)
{
    switch (mode) {
    case A | B:
        *y = x[0]*x[0];
        break;
    case ALL & ~B:
        *y = x[1]*x[0];
        break;
    case C >> (EITHER - 1):
    case B:
        *y = x[2]*x[2]*x[0];
        break;
    default:
        *y = x[3];
    }
    for (int k = 0; k < (SOME == 5 ? UPPER : TOP); k++)
        *y *= x[k + (int)1.9];
}
