// Edges by colours: those of one colour have no end in common, which the original promises, and its adjoint uses.
// head: edges(r)/(u)
// inputs: nc = 2
// inputs: first(3) = 0, 3, 6
// inputs: ab(6) = 0, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 0
// inputs: u(6) = 0.5 .. 1.5
// inputs: r(6) = 0.1 .. 0.5
// options: -openmp
void edges(int nc, const int *first, const int (*ab)[2], const double *u, double *r)
{
    for (int c = 0; c < nc; c++) {
#pragma omp parallel for schedule(static)
        for (int e = first[c]; e < first[c + 1]; e++) {
            const int i = ab[e][0], j = ab[e][1];
            double f = (u[i] - u[j]) * (u[i] + u[j]);
            r[i] -= f;
            r[j] += f;
        }
    }
}
