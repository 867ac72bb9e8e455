// What each thread has summed up and found for itself, taken together by one at a time; and what one at a time finds in the loop itself.
// head: norm(s)/(x,w)
// inputs: n = 8
// inputs: x(8) = 0.5 .. 1.5
// inputs: w = 1.2
// inputs: s(3) = 1
// options: -openmp
#include <math.h>
void norm(int n, const double *x, double w, double *s)
{
    double total = 0.0, best = 0.0, least = 1e30;
#pragma omp parallel
    {
        double local = 0.0, mine = 0.0;
#pragma omp for nowait
        for (int i = 0; i < n; i++) {
            local += w * x[i] * x[i];
            mine = mine > w * x[i] ? mine : w * x[i];
        }
#pragma omp critical
        {
            total += local;
            if (mine > best)
                best = mine;
        }
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double v = sin(x[i]) * w;
#pragma omp critical
        if (v < least)
            least = v;
    }
    s[0] = total;
    s[1] = best * best;
    s[2] = least;
}
