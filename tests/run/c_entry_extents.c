// A parameter that an array parameter has as its extent, and that changes: the array is as long as it was where the function began.
// head: model(x)\(model)
// inputs: x(6) = 0.3 .. 0.9
#include <math.h>

static void square(int k, double a[k]) {
    for (int i = 0; i < k; i++) {
        a[i] = a[i] * sin(a[i]);
    }
}

static void steps(int n, int m, double x[n], double *y) {
    double w[8];
    int k = n;
    for (int i = 0; i < k; i++) {
        w[i] = x[i] * x[i];
    }
    n = n - 3;
    for (int j = 0; j < m; j++) {
        square(k, x);
        for (int i = 0; i < k; i++) {
            x[i] = x[i] * w[i] + sin(x[n]);
        }
    }
    *y = 0.0;
    for (int i = 0; i < k; i++) {
        *y += x[i] * w[i];
    }
}

static double walk(int n, double x[n]) {
    double s = 1.0, *p = x;
    while (n--) {
        s += *p * *p * sin(s);
        *p *= s;
        p++;
    }
    return s;
}

double model(double x[6]) {
    double y;
    steps(6, 3, x, &y);
    return y * walk(6, x);
}
