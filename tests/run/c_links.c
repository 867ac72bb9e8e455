// Chains of links: each is made of its parent's, by elements, rows and positions of one array that only the run tells apart.
// head: reach(q)\(out)
// inputs: n = 4
// inputs: parent(4) = -1, 0, 1, 0
// inputs: q(4) = 0.1 .. 0.5
// inputs: out(4) = 0
#include <math.h>
#include <stdlib.h>
#define MAX 8

typedef struct { double R[2][2], p[2]; } pose;
typedef struct { int rows; double *data; } matrix;

static void joint(double q, pose *x)
{
    x->R[0][0] = x->R[1][1] = cos(q);
    x->R[1][0] = sin(q); x->R[0][1] = -sin(q);
    x->p[0] = 1; x->p[1] = 0.1*q;
}
static void mul(const pose *a, const pose *b, pose *c)
{
    for (int i = 0; i < 2; i++) {
        c->p[i] = a->p[i];
        for (int j = 0; j < 2; j++) {
            c->p[i] += a->R[i][j]*b->p[j];
            c->R[i][j] = a->R[i][0]*b->R[0][j] + a->R[i][1]*b->R[1][j];
        }
    }
}
static void turn(double q, double *r) { r[0] = r[3] = cos(q); r[1] = -sin(q); r[2] = sin(q); }
static void times(double a[4], double b[4], double c[4])
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            c[2*i + j] = a[2*i]*b[j] + a[2*i + 1]*b[2 + j];
}
static void scale(const matrix *a, double s, matrix *c) { for (int i = 0; i < a->rows; i++) c->data[i] = s*a->data[i]*a->data[i]; }

void reach(int n, const int *parent, const double *q, double *out)
{
    pose T[MAX], X[MAX];
    double row[MAX][4], x[4], *flat = malloc(4*n*sizeof(double));
    matrix m[MAX];
    for (int i = 0; i < n; i++) { m[i].rows = 2; m[i].data = malloc(2*sizeof(double)); }
    for (int i = 0; i < n; i++) {
        int p = parent[i];
        joint(q[i], &X[i]);
        turn(q[i], x);
        if (p < 0) {
            T[i] = X[i];
            turn(q[i], row[i]);
            turn(q[i], &flat[4*i]);
            m[i].data[0] = q[i]; m[i].data[1] = 1 + q[i];
        } else {
            mul(&T[parent[i]], &X[i], &T[i]);
            times(row[p], x, row[i]);
            times(&flat[4*p], x, &flat[4*i]);
            scale(&m[parent[i]], q[i], &m[i]);
        }
        out[i] = T[i].p[0]*T[i].p[1] + row[i][0]*row[i][1] + flat[4*i]*flat[4*i + 2] + m[i].data[0]*m[i].data[1];
    }
    for (int i = 0; i < n; i++) free(m[i].data);
    free(flat);
}
