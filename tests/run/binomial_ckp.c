// Binomial checkpointing and a region in C: arrays, a static array, a counter that no turn asks for.
// head: run(p)\(run)
// inputs: p(2) = 0.5 .. 1.5
#include <math.h>
#define N 8
static double field[N];
static void smooth(double v[N], double c)
{
    double t[N];
    for (int i = 1; i < N - 1; i++)
        t[i] = v[i] + c*(v[i-1] - 2.0*v[i] + v[i+1]);
    for (int i = 1; i < N - 1; i++)
        v[i] = t[i];
    v[0] = v[1];
}
double run(double p[2])
{
    double v[N], e = 0.0;
    for (int i = 0; i < N; i++) {
        v[i] = sin(i*p[0]);
        field[i] = p[1]*i;
    }
    //$AD BINOMIAL-CKP 21 3 1
    for (int t = 0; t < 20; t++) {
        smooth(v, 0.1*p[1]);
        for (int i = 0; i < N; i++)
            v[i] += 0.01*field[i]*v[N - 1 - i];
        e += v[3]*v[3];
    }
    //$AD CHECKPOINT-START
    for (int i = 0; i < N; i++) {
        if (v[i] > 1.0)
            v[i] = 1.0 + log(v[i]);
        field[i] = v[i]*field[i];
    }
    e *= field[2];
    //$AD CHECKPOINT-END
    return e + v[5]*field[1];
}
