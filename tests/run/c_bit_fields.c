// Bit-fields that adjoints save: they have no address that the runtime could write to.
// inputs: x(3) = 0.5 .. 1.5
// head: turns(turns)/(x)
// head: shared(shared)/(x)
#include <math.h>
struct state {
    double x[2];
    unsigned now : 1;
    int age : 4;
};

static void step(struct state *s)
{
    s->x[s->now ^ 1] = sin(s->x[s->now])*s->x[0];
    s->now ^= 1;
    s->age = s->age < 3 ? s->age + 1 : 0;
}

double turns(const double *x)
{
    struct state s = { { x[0], x[1] }, 0, 0 };
    for (int i = 0; i < 5; i++) {
        step(&s);
        if (s.age > 1) s.x[s.now] *= x[2];
    }
    return s.x[0]*s.x[1];
}

static struct { unsigned first : 3, second : 3; } places;

static double product(const double *x)
{
    return x[places.first]*x[places.second]*sin(x[places.second]);
}

double shared(const double *x)
{
    double s = 1.0;
    places.first = 0;
    places.second = 1;
    for (int i = 0; i < 4; i++) {
        s *= product(x) + s;
        places.first = (places.first + 1) % 3;
        if (s > 1.0) places.second = 2 - places.first;
    }
    return s;
}
