// Arrays that are declared together and have lists, flat and nested, of reals and of integers.
// inputs: n = 3
// inputs: q(2) = 0.1 .. 1
// head: f(q)\(ll)
int f(int n, const double *q, double *ll)
{
    double p[2][2] = {{1, 0}, {0, 1}}, x[2] = {0, q[1]}, s = 2.0, r[3] = {1.5};
    int order[2] = {1, 0}, k = 0;
    double t[2];
    for (int i = 0; i < 2; i++)
        t[i] = p[i][i]*q[order[i]];
    for (k = 0; k < n; k++) {
        double m[2][2] = {{x[0], q[0]}, {x[1], 1}}, w[2] = {q[1], s};
        x[0] += t[0]*q[0] + m[0][1]*w[0];
        x[1] += t[1]*x[0]*r[0] + m[1][0]*w[1];
        if (x[1] > 1.0e9)
            return 1;
    }
    *ll = x[1] + r[2];
    return 0;
}
