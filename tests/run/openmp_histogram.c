// A reduction from one element to another.
// head: hist(h)/(x,w)
// inputs: n = 8
// inputs: nb = 3
// inputs: k(8) = 0, 1, 2, 0, 1, 2, 0, 0
// inputs: x(8) = 0.5 .. 1.5
// inputs: w = 1.2
// inputs: h(3) = 0.1 .. 0.2
// options: -openmp
void hist(int n, int nb, const int *k, const double *x, double w, double *h)
{
    for (int b = 0; b < nb; b++)
        h[b] = 0.0;
#pragma omp parallel for reduction(+ : h[:nb])
    for (int i = 0; i < n; i++)
        h[k[i]] += w * x[i] * x[i];
}
