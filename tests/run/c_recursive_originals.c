// A tangent that calls the original of its own function too, where nothing active is passed: its argument for the value has another name.
// inputs: n = 4
// inputs: x = 0.5 .. 1.5
// head: poly(poly)/(x)
// head: tower(tower)/(x)
double poly(int n, double x)
{
    if (n <= 0) return x;
    return x*poly(n - 1, x) + poly(n - 1, -1.0);
}

static double apply(double (*what)(int, double), int n, double x) { return what(n, x)*x; }

double tower(int n, double x)
{
    double tower0 = x*x;
    if (n <= 0) return tower0 + x;
    return x*tower(n - 1, x) + tower0*tower(n - 1, 0.5) + apply(poly, 1, x);
}
