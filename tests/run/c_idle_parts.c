// Components of what a pointer to constants leads to that carry no derivative, in a structure that is passed to what differentiates all of it.
// head: tip(tip)/(q len)
// inputs: q(3) = -1 .. 1
// inputs: len(3) = 0.5 .. 1
#include <math.h>
#include <stddef.h>

typedef struct { double turn[2], at[2]; } pose;
typedef struct link { pose offset; const struct link *parent; } link;

static pose compose(pose a, pose b)
{
    pose r;
    r.turn[0] = a.turn[0]*b.turn[0] - a.turn[1]*b.turn[1];
    r.turn[1] = a.turn[0]*b.turn[1] + a.turn[1]*b.turn[0];
    r.at[0] = a.at[0] + a.turn[0]*b.at[0] - a.turn[1]*b.at[1];
    r.at[1] = a.at[1] + a.turn[1]*b.at[0] + a.turn[0]*b.at[1];
    return r;
}

static pose world(const link *l, const link *first, const double *q)
{
    double angle = q[l - first];
    pose own = compose(l->offset, (pose){ { cos(angle), sin(angle) }, { 0.1*angle, 0 } });
    return l->parent ? compose(world(l->parent, first, q), own) : own;
}

double tip(const double *q, const double *len)
{
    link chain[3];
    for (int i = 0; i < 3; i++) chain[i] = (link){ { { 0.8, 0.6 }, { len[i], 0.2 } }, i ? &chain[i - 1] : NULL };
    pose end = world(&chain[2], chain, q);
    return end.at[0]*end.at[1] + end.turn[1];
}
