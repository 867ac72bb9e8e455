// Matrices as values that own their elements.
// head: energy(energy)/(x)
// inputs: n = 3
// inputs: x(9) = 0.5 .. 1.0
#include <stdlib.h>
#include <math.h>
typedef struct { int r, c; double *data; } Matrix;
static Matrix make(int r, int c) { Matrix m; m.r = r; m.c = c; m.data = malloc(sizeof(double)*r*c); return m; }
static void release(Matrix *m) { free(m->data); m->data = NULL; }
static Matrix mul(Matrix a, Matrix b)
{
    Matrix c = make(a.r, b.c);
    for (int i = 0; i < a.r; i++)
        for (int j = 0; j < b.c; j++) {
            double s = 0.0;
            for (int k = 0; k < a.c; k++) s += a.data[i*a.c+k]*b.data[k*b.c+j];
            c.data[i*c.c+j] = s;
        }
    return c;
}
double energy(int n, const double *x)
{
    Matrix a = make(n, n);
    for (int i = 0; i < n*n; i++) a.data[i] = x[i];
    Matrix b = mul(a, a);
    double t = 0.0;
    for (int i = 0; i < n; i++) t += b.data[i*n+i]*b.data[i];
    release(&a); release(&b);
    return t;
}
