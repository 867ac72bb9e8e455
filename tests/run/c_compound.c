// Assignments in tests, commas, chains, ternaries.
// head: f(f)/(x y)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// inputs: y = 0.5 .. 1.5
double f(int n, double *x, double y)
{
    int i = 0, k;
    double a, b, c, t = 0.0;
    a = b = c = y;
    while ((k = i++) < n) {
        if ((t += x[k]*a) > 2.0)
            b *= t, c += b;
        else
            c = t > 1.0 ? c*t : c + t;
    }
    x[0] = a *= 2.0;
    return a*b + c*t + x[0];
}
