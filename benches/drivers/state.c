// head: state_run(output level)/(inflow leak gain level)
#include "timing.h"
#include "state_b.h"

enum { N = 2000 };
extern double level[NLEVEL];
static double inflow[N], inflowb[N], output[N], outputb[N];

static void fill(void)
{
    leak = 0.05;
    for (int i = 0; i < NLEVEL; i++) {
        gain[i] = 0.2 + 0.1*sin(i);
        level[i] = 0.5 + 0.01*i;
        levelb[i] = 0.3;
    }
    for (int i = 0; i < N; i++) {
        inflow[i] = 0.1 + 0.05*sin(0.1*i);
        inflowb[i] = 0.0;
        outputb[i] = 1.0 + 0.2*cos(i);
    }
}

int main(int argc, char **argv)
{
    for (int r = repetitions(argc, argv, 60); r > 0; r--) {
        fill();
        start();
        state_run(N, inflow, output);
        stop_clock(&primal);
        fill();
        start();
        state_run_b(N, inflow, inflowb, output, outputb);
        stop_clock(&derivative);
    }
    weigh(N, inflowb);
    weigh(1, &leakb);
    weigh(NLEVEL, gainb);
    weigh(NLEVEL, levelb);
    return report();
}
