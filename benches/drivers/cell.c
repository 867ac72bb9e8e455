// head: cell(cell h)/(w h)
#include "timing.h"
#include "cell_b.h"

enum { N = 40, STEPS = 200, NW = 2*N*(N + 2) };
static double w[NW], wb[NW], x[STEPS*N], goal[STEPS*N], h[N], hb[N];

static void fill(void)
{
    for (int i = 0; i < NW; i++) {
        w[i] = 0.3*sin(1.7*i);
        wb[i] = 0.0;
    }
    for (int i = 0; i < STEPS*N; i++) {
        x[i] = cos(0.3*i);
        goal[i] = 0.5*sin(0.2*i);
    }
    for (int i = 0; i < N; i++) {
        h[i] = 0.1*cos(i);
        hb[i] = 0.0;
    }
}

int main(int argc, char **argv)
{
    for (int r = repetitions(argc, argv, 40); r > 0; r--) {
        fill();
        start();
        volatile double v = cell(N, STEPS, w, x, goal, h);
        stop_clock(&primal);
        (void)v;
        fill();
        start();
        cell_b(N, STEPS, w, wb, x, goal, h, hb, 1.0);
        stop_clock(&derivative);
    }
    weigh(NW, wb);
    weigh(N, hb);
    return report();
}
