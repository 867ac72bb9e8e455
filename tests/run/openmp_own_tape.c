// A loop inside of each iteration that needs a tape.
// head: cells(out)/(t,w)
// inputs: n = 4
// inputs: m = 3
// inputs: t(12) = 0.2 .. 1.5
// inputs: w(4) = 0.2 .. 1.5
// inputs: out(4) = 0 .. 1
// options: -openmp
#include <math.h>
void cells(int n, int m, const double *t, const double *w, double *out)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double s = w[i];
        for (int k = 0; k < m; k++) {
            s = sin(s) * t[i * m + k];
            if (s > 0.3)
                s = s * s;
            s = exp(-s) + s;
        }
        out[i] = s;
    }
}
