// Initialiser lists of active arrays.
// head: f(f)/(x)
// inputs: x = 0.5 .. 1.5
double f(double x)
{
    double a[3] = {x, x*x, 2.0}, w[2] = {0.5, 0.25};
    double m[2][2] = {{x, 1.0}, {0.0}};
    double s = 0.0;
    for (int i = 0; i < 3; i++) {
        double c[2] = {a[i], s};
        s += c[0]*c[1] + a[i]*w[i % 2] + m[i % 2][0]*m[0][i % 2];
    }
    return s;
}
