// The result of a call whose callee puts back what it overwrites: the caller keeps the variable that takes it.
// inputs: nt = 3
// inputs: f(2) = 0.5 .. 1.5
// head: drag(drag)/(f)
// head: inside(inside)/(f)
// head: last(last)/(f)
// head: same(same)/(f)
static double stream(const double *f, double *g)
{
    g[0] = f[1]*f[0];
    g[1] = 2*f[0];
    return f[0]*f[1];
}
double drag(int nt, double *f)
{
    double g[2], *a = f, *b = g, total = 0;
    for (int t = 0; t < nt; t++) {
        double fx = stream(a, b);
        total += fx*fx;
        double *s = a;
        a = b;
        b = s;
    }
    return total;
}
// The result goes where the callee writes.
double inside(int nt, double *f)
{
    double g[2] = { 1, 1 }, *a = f, *b = g;
    for (int t = 0; t < nt; t++) {
        b[1] = stream(a, b)*b[0];
        b[0] = stream(a, b);
        double *s = a;
        a = b;
        b = s;
    }
    return a[0]*a[1] + b[0];
}
static double square(double *g)
{
    g[0] = g[0]*g[1];
    return g[0]*g[0];
}
// The callee needs what its last statement left, and the result goes there.
double last(int nt, double *f)
{
    double g[2] = { 1, 1 }, *a = f, *b = g;
    for (int t = 0; t < nt; t++) {
        b[1] = a[1]*b[1];
        b[0] += square(a);
        a[0] = square(b);
        double *s = a;
        a = b;
        b = s;
    }
    return a[0]*a[1] + b[0];
}
// The result goes where the callee left what it needs.
double same(int nt, double *f)
{
    double g[2] = { 1, 1 }, *a = f, *b = g;
    for (int t = 0; t < nt; t++) {
        b[1] = a[1]*b[1];
        b[0] = square(b);
        double *s = a;
        a = b;
        b = s;
    }
    return a[0]*a[1] + b[0];
}
