// head: residual(r)/(val b x)
// inputs: n = 4
// inputs: rowptr(5) = 0, 2, 5, 8, 10
// inputs: col(10) = 0, 1, 0, 1, 2, 1, 2, 3, 2, 3
// inputs: val(10) = 4, -1, -1, 4, -1, -1, 4, -1, -1, 4
// inputs: b(4) = 1 .. 2
// inputs: x(4) = 0 .. 1
#include <stdlib.h>
typedef struct matrix_s { int n; const int *rowptr, *col; const double *val; } matrix;
typedef struct vector { int n; double *at; } vector;
static void multiply(const matrix *a, const vector *restrict x, vector *restrict y)
{
    for (int i = 0; i < a->n; i++) {
        double s = 0;
        for (int k = a->rowptr[i]; k < a->rowptr[i+1]; k++)
            s += a->val[k]*x->at[a->col[k]];
        y->at[i] = s;
    }
}
void residual(int n, const int *rowptr, const int *col, const double *val, const double *b, double *x, double *r)
{
    matrix a = { n, rowptr, col, val };
    vector at = { n, x }, y = { .n = n };
    y.at = malloc(n*sizeof(double));
    multiply(&a, &at, &y);
    *r = 0;
    for (int i = 0; i < n; i++)
        *r += (b[i] - y.at[i])*(b[i] - y.at[i])*x[i];
    free(y.at);
}
