// A library of matrices: structures and their elements are made and released by functions.
// head: energy(energy)/(x)
// inputs: n = 3
// inputs: x(9) = 0.5 .. 1.0
#include <stdlib.h>
#include <math.h>
struct Matrix { int r, c; double *data; };
typedef struct Matrix Matrix;
static Matrix *mat_new(int r, int c)
{
    Matrix *m = malloc(sizeof(Matrix));
    m->r = r; m->c = c;
    m->data = calloc(r*c, sizeof(double));
    return m;
}
static void mat_free(Matrix *m) { free(m->data); free(m); }
static double mat_get(const Matrix *m, int i, int j) { return m->data[i*m->c + j]; }
static void mat_set(Matrix *m, int i, int j, double v) { m->data[i*m->c + j] = v; }
static void mat_mul(const Matrix *a, const Matrix *b, Matrix *c)
{
    for (int i = 0; i < a->r; i++)
        for (int j = 0; j < b->c; j++) {
            double s = 0.0;
            for (int k = 0; k < a->c; k++) s += mat_get(a, i, k)*mat_get(b, k, j);
            mat_set(c, i, j, s);
        }
}
double energy(int n, const double *x)
{
    Matrix *a = mat_new(n, n), *b = mat_new(n, n);
    for (int i = 0; i < n*n; i++) a->data[i] = x[i];
    mat_mul(a, a, b);
    double t = 0.0;
    for (int i = 0; i < n; i++) t += mat_get(b, i, i)*sin(mat_get(b, i, n-1-i));
    mat_free(a); mat_free(b);
    return t;
}
