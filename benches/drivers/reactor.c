// head: reactor(c)/(par c)
#include "timing.h"
#include "reactor_b.h"

enum { NX = 96, NY = 96, STEPS = 20, N = 2*NX*NY };
static double par[NPAR] = {0.16, 0.08, 0.035, 0.06}, parb[NPAR], c[N], cb[N], next[N], nextb[N];

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        c[i] = i < N/2 ? 0.7 + 0.2*sin(0.1*i) : 0.2 + 0.1*cos(0.13*i);
        cb[i] = 1.0 + 0.5*sin(0.01*i);
        nextb[i] = 0.0;
    }
    for (int i = 0; i < NPAR; i++)
        parb[i] = 0.0;
}

int main(int argc, char **argv)
{
    for (int r = repetitions(argc, argv, 40); r > 0; r--) {
        fill();
        start();
        reactor(NX, NY, STEPS, 1.0, par, c, next);
        stop_clock(&primal);
        fill();
        start();
        reactor_b(NX, NY, STEPS, 1.0, par, parb, c, cb, next, nextb);
        stop_clock(&derivative);
    }
    weigh(NPAR, parb);
    weigh(N, cb);
    return report();
}
