// C: a run of elements that a loop overwrites is saved in one piece in front of it; and near-misses.
// head: c_sections(x y cost)/(x y)
// inputs: n = 6
// inputs: x = 0.3 .. 1.3
// inputs: y = 0.2 .. 0.8
// inputs: cost = 0.0
#include <math.h>

void c_sections(int n, double x[6], double y[6], double *cost) {
    int m = n - 1;
    double s = 0.0;
    double *p = x;
    double w[6];
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < n; i++) {
            s += x[i] * x[i] * y[i];
            w[i] = sin(x[i]) * y[i];
        }
        // The bound is a local of the procedure; downwards; with a shift.
        for (int i = 0; i < m; i++) {
            x[i] = w[i];
        }
        for (int i = m; i > 0; i--) {
            y[i] = 0.5 * w[i - 1];
        }
        for (int i = 0; i < m - 1; i++) {
            x[i + 1] = w[i] * w[i + 2];
        }
        // An adjoint in the loop reads what is overwritten.
        for (int i = 1; i < n; i++) {
            y[i] = y[i] * y[i - 1];
        }
        // Nothing is overwritten.
        for (int i = n; i < m; i++) {
            y[i] = 0.0;
        }
        s += sin(s) * y[m] * x[m];
    }
    // The pointer moves.
    for (int i = 0; i < m; i++) {
        s += *p * *p;
        p++;
        p[0] = s * w[i];
    }
    // The bound changes in the loop around.
    m = 2;
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < n; i++) {
            s += y[i] * y[i] * x[i];
        }
        for (int i = 0; i < m; i++) {
            y[i] = w[i] * 0.5;
        }
        m = m + 1;
    }
    *cost = s;
}
