// head: control(control bucket)/(amount rate)
#include "timing.h"
#include "control_b.h"

enum { N = 20000, M = 16 };
static int event[N];
static double amount[N], amountb[N], bucket[M], bucketb[M];

int main(int argc, char **argv)
{
    double rateb = 0.0;
    for (int i = 0; i < N; i++) {
        event[i] = (i*7 + i/3)%6;
        amount[i] = 0.2 + 0.15*sin(0.3*i);
    }
    for (int r = repetitions(argc, argv, 60); r > 0; r--) {
        for (int i = 0; i < M; i++)
            bucket[i] = 0.0;
        start();
        volatile double v = control(N, event, amount, 0.05, M, bucket);
        stop_clock(&primal);
        (void)v;
        for (int i = 0; i < N; i++)
            amountb[i] = 0.0;
        for (int i = 0; i < M; i++) {
            bucket[i] = 0.0;
            bucketb[i] = 1.0 + 0.1*i;
        }
        start();
        control_b(N, event, amount, amountb, 0.05, &rateb, M, bucket, bucketb, 1.0);
        stop_clock(&derivative);
    }
    weigh(N, amountb);
    weigh(1, &rateb);
    return report();
}
