// head: mixture(mixture)/(weight centre low)
#include "timing.h"
#include "mixture_b.h"

enum { D = 32, K = 10, M = 300, TRI = D*(D + 1)/2 };
static double weight[K], centre[K*D], low[K*TRI], x[M*D];
static double weightb[K], centreb[K*D], lowb[K*TRI];

int main(int argc, char **argv)
{
    for (int i = 0; i < K; i++)
        weight[i] = 0.1*sin(i);
    for (int i = 0; i < K*D; i++)
        centre[i] = sin(0.3*i);
    for (int c = 0; c < K; c++)
        for (int i = 0, e = c*TRI; i < D; i++)
            for (int j = 0; j <= i; j++, e++)
                low[e] = i == j ? 0.8 + 0.1*cos(i + c) : 0.1*sin(e);
    for (int i = 0; i < M*D; i++)
        x[i] = cos(0.7*i);
    for (int r = repetitions(argc, argv, 40); r > 0; r--) {
        start();
        volatile double v = mixture(M, K, D, weight, centre, low, x);
        stop_clock(&primal);
        (void)v;
        for (int i = 0; i < K; i++)
            weightb[i] = 0.0;
        for (int i = 0; i < K*D; i++)
            centreb[i] = 0.0;
        for (int i = 0; i < K*TRI; i++)
            lowb[i] = 0.0;
        start();
        mixture_b(M, K, D, weight, weightb, centre, centreb, low, lowb, x, 1.0);
        stop_clock(&derivative);
    }
    weigh(K, weightb);
    weigh(K*D, centreb);
    weigh(K*TRI, lowb);
    return report();
}
