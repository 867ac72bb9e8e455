// Functions that copy, move and clear what their `void *` lead to: numbers, rows, structures; one in the other; of two types.
// head: copied(y)/(x)
// inputs: x(4) = 0.5 .. 1.5
// head: saved(y)/(x)
// inputs: x(4) = 0.5 .. 1.5
// head: structures(y)/(x)
// inputs: x(4) = 0.5 .. 1.5
#include <stddef.h>
#include <string.h>

struct cell { double mass, speed[2]; int kind; };

static void put(void *to, const void *from, size_t bytes) { memcpy(to, from, bytes); }
static void clear(void *what, size_t bytes) { memset(what, 0, bytes); }
static void renew(void *to, const void *from, size_t n, size_t size)
{
    clear(to, n*size);
    if (n > 0) put(to, from, n*size);
}

void copied(const double *x, double *y)
{
    double a[4], b[4];
    float c[2], d[2];
    for (int i = 0; i < 4; i++)
        a[i] = x[i]*x[0];
    renew(b, a, 4, sizeof(double));
    clear(a, 2*sizeof *a);
    c[0] = (float)(x[1]*x[2]);
    c[1] = 0.5f;
    put(d, c, sizeof c);
    *y = b[0]*b[1] + b[2]*a[3] + a[0] + d[0]*d[1];
}

void saved(const double *x, double *y)
{
    double now[4], old[4];
    put(now, x, sizeof now);
    for (int step = 0; step < 3; step++) {
        put(old, now, sizeof old);
        for (int i = 1; i < 4; i++)
            now[i] = old[i]*old[i - 1] + 0.1*x[i];
    }
    *y = now[3]*old[2] + now[0];
}

void structures(const double *x, double *y)
{
    struct cell all[2], one;
    for (int k = 0; k < 2; k++) {
        one.mass = x[k]*x[k];
        one.speed[0] = x[k + 1];
        one.speed[1] = x[k + 2]*x[0];
        one.kind = k;
        put(&all[k], &one, sizeof one);
    }
    clear(&one, sizeof(struct cell));
    *y = all[0].mass*all[1].speed[1] + all[all[1].kind].speed[0]*all[1].mass + one.mass;
}
