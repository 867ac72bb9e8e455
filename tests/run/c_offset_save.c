// Calls overwrite arrays of the caller from an element on: `&w[1]`, `&v[0][0]`, `v[1]`; and one element alone.
// head: locals(locals)/(x y)
// inputs: n = 3
// inputs: m = 2
// inputs: x(6) = 0.5 .. 1.5
// inputs: y(3) = 0.5 .. 1.5
static double sq(int n, const double *x)
{
    double r = 0.0;
    for (int i = 0; i < n; i++)
        r += x[i]*x[i];
    return r;
}

static void sub(int n, const double *x, const double *y, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] = x[i] - y[i]*y[i];
}

static void one(double *o, double v)
{
    *o = v*v;
}

double locals(int n, int m, const double *x, const double *y)
{
    double s = 0.0, w[6], v[2][3];
    for (int j = 0; j < m; j++) {
        sub(n, &x[j*n], y, &w[1]);
        s += sq(n, &w[1]);
        sub(n, &x[j*n], y, &v[0][0]);
        s += sq(n, &v[0][0])*s;
        sub(n, y, &x[j*n], v[1]);
        s += sq(n, v[1])*v[0][0];
        one(&w[2], x[j]);
        s += w[2]*w[2];
        one(&v[1][2], x[j]);
        s += sq(6, &v[0][0]);
    }
    return s;
}
