// Bytes of one structure are copied into an array: into its first element by the name of the array, into others by address.
// head: pair(y)/(x)
// inputs: x(4) = 0.5 .. 1.5
// head: turns(y)/(x)
// inputs: x(5) = 0.5 .. 1.5
// head: swapped(y)/(x)
// inputs: x(4) = 0.5 .. 1.5
#include <string.h>

struct state { double t, u; };
struct pairs { struct state s[2]; double scale; };

void pair(const double *x, double *y)
{
    struct state first = {x[0], x[1]}, second = {x[1], x[3]}, both[2];
    memcpy(both, &second, sizeof second);
    memcpy(&both[1], &first, sizeof *both);
    *y = both[0].t*both[1].u*x[3] + both[0].u;
}

void turns(const double *x, double *y)
{
    struct state all[3];
    for (int k = 0; k < 2; k++) {
        struct state one = {x[k], x[k + 1]*x[k]};
        memcpy(&all[k], &one, sizeof one);
    }
    struct state last = {x[4]*x[0], x[3]};
    memcpy(all + 2, &last, sizeof *all);
    *y = all[0].t*all[1].u*x[2] + all[2].t*all[2].u;
}

void swapped(const double *x, double *y)
{
    struct pairs p = {.scale = x[2]};
    struct state a = {x[0], x[1]*x[1]};
    memcpy(p.s + 1, &a, sizeof a);
    memcpy(p.s, &p.s[1], sizeof(struct state));
    p.s[1].u *= p.s->t;
    *y = p.scale*p.s[0].u*p.s[1].u;
}
