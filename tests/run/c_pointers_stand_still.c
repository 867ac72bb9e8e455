// Pointers that walk through counted loops by the same step in each turn, up and down, several at once, from where others left off; and those that must walk.
// inputs: n = 7
// inputs: x(7) = 0.5 .. 1.5
// head: cubes(x)\(y)
// inputs: y(7) = 0.5 .. 1.5
// head: backwards(x)\(y)
// inputs: y(7) = 0.5 .. 1.5
// head: in_place(x)\(x)
// head: pairs(x)\(pairs)
// head: nested(a x)\(nested)
// inputs: a(49) = 0.5 .. 1.5
// head: chosen(x)\(y)
// inputs: y(7) = 0.5 .. 1.5
// head: asked_later(x)\(asked_later)
// head: by_cases(x)\(by_cases)
// head: strided(x)\(strided)
// inputs: ld = 2
#include <stddef.h>
#include <math.h>

void cubes(int n, const double *x, double *y)
{
    double *p = y;
    for (int i = 0; i < n; i++) {
        double t = x[i];
        *p++ = t*t*t;
    }
    for (int i = 0; i < n; i++)
        *y++ *= *x++;
}

void backwards(int n, const double *x, double *y)
{
    const double *p = x + n;
    double *q = y + n - 1;
    for (int i = n; i > 0; i--) {
        double t = *--p;
        /* the place of the result */
        *q-- = sin(t)*t;
    }
}

void in_place(int n, double *x)
{
    double *p = x, *q = x + n - 1;
    for (int i = 2; i < n; i++, p++) {
        *p = *p*p[1] + exp(-*p);
        p[1] += p[2]**p;
        *q -= 0.1**q**p;
    }
    p = x;
    for (int i = 0; i < n; i++, p++)
        *p = *p**p;
}

double pairs(int n, const double *x)
{
    const double *p = x;
    double s = 0;
    for (int i = 0; i < n/2; i++) {
        s += p[0]*p[1];
        p += 2;
        s *= 1 + 0.1*p[-1];
    }
    return s;
}

double nested(int n, const double *a, const double *x)
{
    const double *row = a;
    double s = 0;
    for (int i = 0; i < n; i++) {
        const double *v = x;
        double t = 0;
        for (int j = 0; j < n; j++)
            t += *row++**v++;
        s += t*t;
    }
    return s;
}

void chosen(int n, const double *x, double *y)
{
    double *p = y;
    for (int i = 0; i < n; i++) {
        if (x[i] > 1)
            *p++ = x[i]*x[i];
    }
}

double asked_later(int n, const double *x)
{
    const double *p = x;
    double s = 0;
    for (int i = 1; i < n; i++) {
        s += *p**p;
        p++;
    }
    return s**p;
}

double by_cases(int n, const double *x)
{
    const double *p = x;
    double s = 0;
    int i;
    switch (n) {
    case 7:
        for (i = 0; i < 3; i++)
            s += sin(*p++);
        /* falls through */
    case 4:
        for (i = 0; i < 4; i++)
            s *= *p++;
        break;
    default:
        s = *p;
    }
    return s*s;
}

double strided(int n, size_t ld, const double *x)
{
    const double *row = x;
    double s = 0;
    for (size_t i = 0; i < (size_t)n/2; i++) {
        double t = 1;
        for (size_t j = 0; j < ld; j++)
            t *= row[j];
        s += t*t;
        row += ld;
    }
    return s;
}
