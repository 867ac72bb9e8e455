// Arguments that are converted on the way: `float` for `double` and back.
// inputs: a = 0.5 .. 1
// inputs: x(2) = 0.5 .. 1
// head: widened(widened)/(a x)
// inputs: n = 2
// head: narrowed(narrowed)/(a x)
struct point { float a; double b; };

static double square(double x) { return x*x; }
static float half(float x) { return 0.5f*x; }
static void scale(float x, double *y) { *y = *y*x; }
static double power(double x, int n)
{
    double y = 1.0;
    for (int i = 0; i < n; i++) y *= x;
    return y;
}

double widened(int n, float a, const float *x)
{
    struct point p = { a*x[0], 0.5 };
    return square(a)*a + square(x[1]) + square(p.a)*p.b + power(a + 0.5f, n);
}

double narrowed(double a, const double *x)
{
    double y = half(a)*a;
    scale(x[0], &y);
    scale(x[1]*a, &y);
    return y;
}
