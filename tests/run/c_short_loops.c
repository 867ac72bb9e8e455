// Loops of a few iterations over small local arrays: written out where the array can become scalars, and just outside of that.
// head: pairs(x)\(f)
// inputs: n = 4
// inputs: x(4, 3) = -1.0 .. 1.0
// inputs: f(4, 3) = 0.0
// head: rows(x)\(rows)
// inputs: x(9) = 0.5 .. 1.5
// head: led(x)\(led)
// inputs: x(9) = 0.5 .. 1.5
// head: begun(x)\(begun)
// inputs: x(9) = 0.5 .. 1.5
#include <math.h>
#include <stddef.h>

void pairs(int n, double x[][3], double f[][3])
{
    int i, j, k;
    double d[3], r;
    for (i = 0; i < n; i++) {
        for (j = i + 1; j < n; j++) {
            r = 0.1;
            for (k = 0; k < 3; k++) {
                d[k] = x[i][k] - x[j][k];
                r += d[k]*d[k];
            }
            if (r > 6.0)
                continue;
            r = sqrt(r);
            for (k = 0; k < 3; k++) {
                f[i][k] += r*d[k];
                f[j][k] -= r*d[k];
            }
        }
    }
}

/* Two subscripts, counters of other types, one that decides a choice. */
double rows(const double *x)
{
    double a[2][3], v[3], sum = 0.0;
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < 3; k++)
            a[i][k] = x[3*i + (int)k]*x[k];
    for (unsigned k = 0; k < 3; k++)
        v[k] = a[0][k]*a[1][k] + (double)k*x[1];
    for (int k = 0; k < 3; k += 2)
        sum += k == 0 ? v[k]*v[k] : v[k];
    return sum*v[1];
}

static double norm(double *v)
{
    v[1] *= v[0];
    return v[0] + v[1]*v[2];
}

/* A pointer leads to the array, a function gets it, and one row of another. */
double led(const double *x)
{
    double a[3], b[3], c[2][3], *p = a, sum = 0.0;
    for (int k = 0; k < 3; k++) {
        a[k] = x[k]*x[k];
        b[k] = x[k] + x[3];
        c[0][k] = x[k];
        c[1][k] = x[k + 3];
    }
    p[1] = x[4];
    sum = norm(b) + norm(c[1]);
    for (int k = 0; k < 3; k++)
        sum += a[k]*b[k] + c[0][k]*c[1][k];
    return sum;
}

/* First values, elements that stay what they were, a static table. */
double begun(const double *x)
{
    static const double weights[3] = { 1.0, 2.0, 3.0 };
    double a[3] = { 0.0, 1.0 }, b[4], sum = 0.0;
    for (int k = 0; k < 2; k++)
        a[k] += x[k]*weights[k];
    for (int k = 0; k < 4; k++)
        b[k] = k < 2 ? a[k] : x[k];
    for (int k = 0; k < 4; k++)
        sum += b[k]*b[3 - k] + a[2];
    return sum;
}
