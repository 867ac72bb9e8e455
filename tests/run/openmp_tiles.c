// Tiles of an image, the last ones smaller, and the weights that all of them add to.
// head: blur(v)/(u,w)
// inputs: n = 9
// inputs: m = 8
// inputs: u(72) = 0.5 .. 1.5
// inputs: v(72) = 0.5 .. 1.5
// inputs: w(3) = 0.1 .. 0.9
// options: -openmp
#define TILE 4
#define MIN(a, b) ((a) < (b) ? (a) : (b))

void blur(int n, int m, const double *restrict u, double *restrict v, const double *restrict w)
{
#pragma omp parallel for collapse(2) schedule(dynamic)
    for (int ii = 1; ii < n - 1; ii += TILE)
        for (int jj = 1; jj < m - 1; jj += TILE)
            for (int i = ii; i < MIN(ii + TILE, n - 1); i++)
                for (int j = jj; j < MIN(jj + TILE, m - 1); j++) {
                    double s = 0.0;
                    for (int k = -1; k <= 1; k++)
                        s += w[k + 1] * (u[(i + k) * m + j] + u[i * m + j + k]);
                    v[i * m + j] = s * u[i * m + j];
                }
}
