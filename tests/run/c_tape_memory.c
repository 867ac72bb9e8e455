// What counted loops save goes to memory or to small arrays: loops that make no turn (n = 0, m < 0), that begin elsewhere, whose bounds depend on each
// other or on an integer that is reached by an address, values of several types, elements of structures.
// head: sweep(sweep)/(x y)
// inputs: n = 3
// inputs: m = 4
// inputs: from = -2
// inputs: x(8) = 0.5 .. 1.5
// inputs: y(8) = 0.5 .. 1.5
// head: sweep(sweep)/(x y)
// inputs: n = 0
// inputs: m = -3
// inputs: from = 2
// inputs: x(8) = 0.5 .. 1.5
// inputs: y(8) = 0.5 .. 1.5
struct cell {
    double u[2];
    float w;
};

static void next(int *k)
{
    *k = *k + 1;
}

double sweep(int n, int m, int from, double *x, double *y)
{
    struct cell c[3];
    double s = 0.0, u = 1.0;
    float f = 1.0f;
    int last = 0;
    for (int i = 0; i < 3; i++) {
        c[i].u[0] = x[i];
        c[i].u[1] = y[i];
        c[i].w = 1.0f;
    }
    for (int t = 0; t < n; t++)
        for (int j = 1; j < m - 1; j++) {
            x[j] *= y[j + 1]*x[j - 1];
            u = u*x[j] + 0.1;
        }
    for (int t = from; t <= from + n; t++) {
        for (int j = 0; j < t - from; j++)
            y[j] *= 0.5 + x[j]*u*y[j];
        f = f*(float)y[1];
    }
    for (int t = 0; t < 4; t++)
        for (int i = 0; i < 3; i++) {
            c[i].u[t%2] *= c[i].u[1 - t%2] + c[i].w;
            c[i].w *= 0.9f + 0.1f*c[i].w;
        }
    next(&last);
    if (u > 0.0)
        for (int t = 0; t <= last; t++) {
            u *= u*x[t];
            next(&last);
            last--;
        }
    for (int i = 0; i < 3; i++)
        s += c[i].u[0]*c[i].u[1] + c[i].w;
    return s + u*u + f*y[0] + y[2]*y[2];
}
