// head: bodies(bodies)/(s.body.charge s.body.pos s.body.vel)
#include "timing.h"
#include "bodies_b.h"

enum { N = 48, STEPS = 50 };
static Swarm s;
static Swarm_diff sb;

static void fill(void)
{
    static const Swarm_diff none;
    sb = none;
    s.n = N;
    s.soft = 0.3;
    for (int i = 0; i < N; i++) {
        Body *b = &s.body[i];
        b->id = i;
        b->charge = 0.5 + 0.1*sin(i);
        b->pos.x = 3.0*cos(0.7*i);
        b->pos.y = 2.0*sin(1.1*i);
        b->pos.z = cos(1.3*i) + 0.01*i;
        b->vel.x = 0.1*sin(i);
        b->vel.y = 0.1*cos(2.0*i);
        b->vel.z = 0.05;
    }
}

int main(int argc, char **argv)
{
    for (int r = repetitions(argc, argv, 40); r > 0; r--) {
        fill();
        start();
        volatile double v = bodies(&s, STEPS, 0.01);
        stop_clock(&primal);
        (void)v;
        fill();
        start();
        bodies_b(&s, &sb, STEPS, 0.01, 1.0);
        stop_clock(&derivative);
    }
    for (int i = 0; i < N; i++) {
        const Body_diff *b = &sb.body[i];
        double all[] = {b->charge, b->pos.x, b->pos.y, b->pos.z, b->vel.x, b->vel.y, b->vel.z};
        weigh(7, all);
    }
    return report();
}
