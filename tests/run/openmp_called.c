// A loop whose iterations are shared stands in a function that all threads of a region call.
// head: drive(u)/(u,a)
// inputs: n = 8
// inputs: u(8) = 0.5 .. 1.5
// inputs: v(8) = 0.5 .. 1.5
// inputs: a = 0.1
// options: -openmp
static void smooth(int n, const double *restrict u, double *restrict v, double a)
{
    double t;
    int i;
#pragma omp for
    for (i = 1; i < n - 1; i++) {
        t = u[i - 1] + u[i + 1];
        v[i] = u[i] * u[i] + a * t;
    }
#pragma omp single
    {
        v[0] = u[0];
        v[n - 1] = u[n - 1];
    }
}
void drive(int n, double *restrict u, double *restrict v, double a)
{
#pragma omp parallel
    {
        smooth(n, u, v, a);
        smooth(n, v, u, a);
    }
}
