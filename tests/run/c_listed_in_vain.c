// What a head lists without its depending on the independents has a derivative all the same where a pointer may lead there: it is zero.
// head: outputs(a)\(u v)
// inputs: a = 0.5 .. 1.5
// inputs: u(3) = 0.5 .. 1.5
// inputs: v(3) = 0.5 .. 1.5
// head: inputs(u v)\(y)
// inputs: u(3) = 0.5 .. 1.5
// inputs: v(3) = 0.5 .. 1.5
// inputs: k = 1
void outputs(double a, double u[3], double v[3])
{
    int k = 1;
    double *q = k != 1 ? u : v;
    v[k] = a*a;
    u[0] = u[2]*2.0;
    if (k > 1)
        u[1] = q[0];
}

void inputs(int k, double u[3], const double v[3], double *y)
{
    const double *q = k > 1 ? u : v;
    u[0] = 1.0;
    u[1] = 2.0;
    u[2] = q == v ? 3.0 : 4.0;
    *y = q[1]*v[0];
}
