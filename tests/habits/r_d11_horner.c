// run: -b
// has: _b(
double poly(double x, double y)
{
    double c0 = 1.1, c1 = 0.3, c2 = -0.7, c3 = 0.2, c4 = 0.9, c5 = -0.4, c6 = 0.5;
    double v = c0 + x*(c1 + x*(c2 + x*(c3 + x*(c4 + x*(c5 + c6*x)))))
             + y*(c1 + x*(c2 + x*(c3 + x*(c4 + c5*x))) + y*(c3 + x*(c4 + c5*x) + y*(c6 + c1*x + y*c2)));
    return 1.0/v;
}
