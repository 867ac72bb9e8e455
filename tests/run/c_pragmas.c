// Pragmas stand before what they are said of and nowhere else: derivatives are without them, copies have them where their loop is still one.
// head: scale(y)/(x)
// inputs: n = 3
// inputs: x(3) = 1 .. 2
// inputs: y(3) = 0
#pragma STDC FP_CONTRACT OFF
#ifdef NOT_DEFINED
#error "not read"
#pragma GCC poison scale
#endif
static int sum(int n)
{
    int s = 0;
#pragma GCC ivdep
    for (int i = 0; i < n; i++)
        s += i;
#pragma GCC ivdep
    for (int i = 0, k = 2; i < n; i++)
        s += i*k;
    return s;
}
static double power(double a)
{
#pragma GCC unroll 4
    for (int i = 0; i < 3; i++)
        a = a*a;
    return a;
}
void scale(int n, const double *x, double *y)
{
    int m = sum(n);
#ifdef NOT_DEFINED
#pragma GCC ivdep
#endif
    for (int i = 0; i < n; i++)
        y[i] = x[i]*x[i]*m;
#pragma GCC ivdep
    for (int i = 0; i < n; i++)
        y[i] += power(x[i]);
}
