#include "timing.h"
#include "objective_c_db.h"

enum { N = 120, D = 3 };
static double points[N*D], values[N], adjoint = 1e30, by_hand = 1e30;

double objective_hand(const Data *data, const Kernel *kernel, Kernel *kernelb, double mean, double *meanb, double seed);

int main(int argc, char **argv)
{
    const Data data = { N, D, points, values };
    const Kernel kernel = { 1.1, { 0.5, 0.8, 1.1 }, 0.2, 0.2, 1 };
    const Kernel_diff kerneld = { 1.0, { 0.5, -0.3, 0.7 }, 0.4, -0.6 };
    Kernel_diff kernelb;
    Kernel kernelh;
    double tangent = 0.0, meanb = 0.0, meanh = 0.0, value, dot, hand;
    for (int i = 0; i < N*D; i++)
        points[i] = sin(1.7*i + 0.01*i*i);
    for (int i = 0; i < N; i++)
        values[i] = cos(0.9*i);
    for (int r = repetitions(argc, argv, 60); r > 0; r--) {
        start();
        volatile double v = objective(&data, &kernel, 0.1);
        stop_clock(&primal);
        (void)v;
        start();
        tangent = objective_d(&data, &kernel, &kerneld, 0.1, 1.0, &value);
        stop_clock(&derivative);
        kernelb = (Kernel_diff){ 0 };
        kernelh = (Kernel){ 0 };
        meanb = meanh = 0.0;
        start();
        objective_b(&data, &kernel, &kernelb, 0.1, &meanb, 1.0);
        stop_clock(&adjoint);
        start();
        objective_hand(&data, &kernel, &kernelh, 0.1, &meanh, 1.0);
        stop_clock(&by_hand);
    }
    dot = meanb + kernelb.variance*kerneld.variance + kernelb.trend*kerneld.trend + kernelb.noise*kerneld.noise;
    hand = meanh + kernelh.variance*kerneld.variance + kernelh.trend*kerneld.trend + kernelh.noise*kerneld.noise;
    for (int k = 0; k < D; k++) {
        dot += kernelb.scale[k]*kerneld.scale[k];
        hand += kernelh.scale[k]*kerneld.scale[k];
    }
    printf("%10.4f %7.2f %7.2f %7.2f %7.2f %9.1e\n", primal*1e3, derivative/primal, adjoint/primal, by_hand/primal, adjoint/by_hand,
           fmax(fabs(dot - tangent), fabs(hand - tangent))/fabs(tangent));
    return 0;
}
