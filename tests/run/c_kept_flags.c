// Statics that steer: a flag of the first call, a counter, an index. The derivative has its own, as good as those of the original.
// head: column(column)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
#include <math.h>
static double weight[8];
static int ready = 0;
static void prepare(void)
{
    for (int k = 0; k < 8; k++)
        weight[k] = exp(-0.3*k);
    ready = 1;
}
static double level(double u, double y)
{
    static int calls = 0, place = 0;
    if (!ready)
        prepare();
    calls++;
    place = calls > 0 ? 3 : 0;
    y += weight[place]*sin(u*y + u);
    if (calls > 0)
        y = y*y;
    return y;
}
double column(int n, const double *x)
{
    double y = 0.0;
    for (int i = 0; i < n; i++)
        y = level(x[i], y);
    return y;
}
