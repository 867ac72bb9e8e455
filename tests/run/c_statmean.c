// A static local that is reset by a constant argument, and a counter.
// head: run(out level)/(flow gain level)
// inputs: n = 4
// inputs: gain = 0.5 .. 1.0
// inputs: level = 0.5 .. 1.0
// inputs: flow(4) = 0.5 .. 1.5
// inputs: out(4) = 0.0
#include <math.h>
double level = 1.0;
enum { STEP, RESET };
static double filter(double v, int what)
{
    static double mean = 0.0;
    static int count;
    if (what == RESET) {
        mean = v;
        count = 0;
        return v;
    }
    count++;
    mean = ((count - 1)*mean + v*level)/count;
    return mean*mean;
}
void run(int n, const double *flow, double gain, double *out)
{
    filter(0.0, RESET);
    for (int i = 0; i < n; i++) {
        level += 0.1*flow[i];
        out[i] = gain*sin(filter(flow[i], STEP));
    }
}
