// One structure at a time is copied into an array of them, behind its name and behind the address of an element.
// head: f(y)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
#include <string.h>
struct state { double t, u; };

void f(int n, const double *x, double *y)
{
    struct state a = {x[0], x[1]*x[2]}, b = {x[1], x[n - 1]}, c[3];
    memcpy(c, &b, sizeof b);
    memcpy(&c[1], &a, sizeof *c);
    memcpy(c + 2, &c[0], sizeof c[0]);
    a = c[2];
    *y = c[0].t*c[1].u*x[n - 1] + a.u*c[1].t;
    for (int i = 0; i < n; i++) {
        memcpy(&c[i % 3], &c[(i + 1) % 3], sizeof(struct state));
        c[i % 3].t *= x[i];
    }
    *y += c[0].t*c[1].u + c[2].t;
}
