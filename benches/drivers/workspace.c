// head: workspace(workspace)/(a shift y)
#include "timing.h"
#include "workspace_b.h"

enum { N = 80, D = 20 };
static double block[N*D], blockb[N*D], y[N], yb[N], *a[N], *ab[N];

int main(int argc, char **argv)
{
    double shiftb = 0.0;
    for (int i = 0; i < N; i++) {
        a[i] = block + i*D;
        ab[i] = blockb + i*D;
        y[i] = cos(0.5*i);
    }
    for (int i = 0; i < N*D; i++)
        block[i] = sin(0.9*i);
    for (int r = repetitions(argc, argv, 100); r > 0; r--) {
        start();
        volatile double v = workspace(N, D, a, 0.7, y);
        stop_clock(&primal);
        (void)v;
        for (int i = 0; i < N*D; i++)
            blockb[i] = 0.0;
        for (int i = 0; i < N; i++)
            yb[i] = 0.0;
        start();
        workspace_b(N, D, a, ab, 0.7, &shiftb, y, yb, 1.0);
        stop_clock(&derivative);
    }
    weigh(N*D, blockb);
    weigh(N, yb);
    weigh(1, &shiftb);
    return report();
}
