// C: an adjoint gives an `if` an `else`; where that one ends a loop that is all that another `if` does, the outer one needs braces.
// head: f(f)/(x c)
// inputs: x(4) = 0.1 .. 1
// inputs: c = 0.5
// inputs: mode = 1
double f(int mode, const double x[4], double c)
{
    double v[4], s = 0;
    for (int i = 0; i < 4; i++) v[i] = x[i]*x[i];
    if (mode == 1) for (int i = 0; i < 4; i++) if (v[i] < c*x[0]) v[i] = c*x[0];
    if (mode > 1)
        s = c;
    else if (mode == 1)
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                if (x[i] > x[j]) s += v[i]*c*x[j];
    for (int i = 0; i < 4; i++) s += v[i]*v[i];
    return s;
}
