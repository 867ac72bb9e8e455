// Extents that change below the declaration of an array.
// head: f(y)/(x)
// inputs: x(6) = 0.5 .. 1.5
// inputs: y(2) = 0
#include <string.h>
static void mm(int n, int m, double a[n][m], const double *b, double c[restrict n])
{
    for (int i = 0; i < n; i++) {
        c[i] = 0;
        for (int j = 0; j < m; j++) c[i] += a[i][j]*b[j];
    }
}
void f(const double *x, double *y)
{
    int n = 2, m = 3;
    double a[n][m], c[n];
    memcpy(a, x, sizeof a);
    for (int i = 0; i < n; i++) a[i][i] *= x[i];
    mm(n, m, a, x + 3, c);
    y[0] = c[0]*c[1];
    {
        double w[m]; m--;
        memset(w, 0, sizeof w);
        for (int k = 0; k < m; k++) w[k] = c[k]*a[1][k];
        y[1] = w[0] + w[1] + w[2] + sizeof(w)/sizeof(*w)*x[m];
    }
}
