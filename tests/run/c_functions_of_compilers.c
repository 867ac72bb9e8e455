// head: shift(x)\(y)
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(4) = 0.1
// head: energy(x)\(energy)
// inputs: x(4) = 0.5 .. 1.5
#include <stddef.h>

/* What headers write for compilers: functions of the library by another name, and promises about values. A typedef may name a structure ahead of
 * the one that gives it its name. */
struct particle_data;
typedef struct particle_data *handle;
typedef struct { handle first; size_t count; } ensemble;

static double weight(handle h);

typedef struct particle_data { double mass, speed[2]; } particle;

static double weight(handle h)
{
    return h->mass*(h->speed[0]*h->speed[0] + h->speed[1]*h->speed[1]);
}

void shift(const double *x, double *y)
{
    double t[4];
    double *a = __builtin_assume_aligned(t, 8);
    __builtin_memcpy(a, x, 4*sizeof(double));
    a[1] *= __builtin_sin(a[0]);
    if (__builtin_expect(a[2] > a[3], 0))
        a[2] = __builtin_fmax(a[2], 1.0);
    __builtin_memset(y, 0, 2*sizeof(double));
    for (int i = 0; i < 4; i++)
        y[i] += __builtin_pow(a[i], 2.0)*__builtin_fabs(x[3]);
}

double energy(const double *x)
{
    particle p[2] = { { x[0], { x[1], 2.0 } }, { x[2], { 1.0, x[3] } } };
    ensemble all = { p, 2 };
    double e = 0.0;
    for (size_t k = 0; k < all.count; k++)
        e += 0.5*weight(all.first + k);
    return e;
}
