// A stencil in C with a counter without sign and all variables listed.
// head: st(v)/(u,a)
// inputs: n = 9
// inputs: u(9) = 0.2 .. 1
// inputs: v(9) = 0.2 .. 1
// inputs: a = 2
// options: -openmp
void st(unsigned n, double a, const double *u, double *v)
{
    unsigned i;
#pragma omp parallel for default(none) shared(n, u, v, a) private(i) schedule(dynamic, 2)
    for (i = 1; i < n - 1; i++) {
        double t = a * u[i - 1] * u[i + 1] + u[i];
        v[i] = t * t;
    }
}
