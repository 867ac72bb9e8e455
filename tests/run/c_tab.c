// Tables of constants.
// head: f(f)/(x)
// inputs: x = 0.5 .. 1.5
double f(double x)
{
    double s = 0.0;
    for (int i = 0; i < 3; i++) {
        const double w[3] = {0.5, 0.25};
        double t[2] = {1.0, 2.0};
        t[0] += w[i];
        s += x*s*w[i] + x*t[0];
    }
    return s;
}
