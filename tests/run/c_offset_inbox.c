// Calls overwrite arrays in structures of the caller's caller from an element on.
// head: inbox(inbox)/(x y)
// inputs: n = 3
// inputs: m = 2
// inputs: x(6) = 0.5 .. 1.5
// inputs: y(3) = 0.5 .. 1.5
// inputs: b(2) = 0 .. 1
typedef struct {
    double a[4];
    double b[2][3];
    double *p;
} Box;

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

double inbox(int n, int m, const double *x, const double *y, Box *b)
{
    double s = 0.0;
    for (int j = 0; j < m; j++) {
        sub(n, &x[j*n], y, &b->a[1]);
        s += sq(n, &b->a[1]);
        sub(n, &x[j*n], y, &b->b[0][0]);
        s += sq(n, b->b[0])*s;
        sub(n, &x[j*n], y, &(b+1)->b[0][0]);
        s += sq(n, b[1].b[0])*s;
    }
    return s;
}
