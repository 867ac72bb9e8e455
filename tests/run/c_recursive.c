// head: tree_sum(tree_sum)/(v)
// inputs: n = 7
// inputs: v(7) = 0.2 .. 1.4
#include <math.h>
static double combine(double a, double b) { return log(exp(a) + exp(b)); }
static double reduce(const double *v, int lo, int hi)
{
    if (hi - lo == 1) return v[lo];
    int mid = lo + (hi - lo)/2;
    return combine(reduce(v, lo, mid), reduce(v, mid, hi));
}
double tree_sum(const double *v, int n) { return reduce(v, 0, n); }
