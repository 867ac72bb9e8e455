// memset and memcpy of structures, of and of arrays of arrays, and of rows whose extents are products.
// head: rows(K)\(K)
// inputs: n = 2
// inputs: k = 0.5 .. 1
// inputs: K(4,4) = 0.5 .. 1
// head: mixed(out)/(x)
// inputs: x(9) = 0.5 .. 1
// inputs: out(3) = 0 .. 0
// head: cleared(cleared)/(x)
#include <string.h>
#include <stdlib.h>
typedef struct { double m[3][3]; double w; int n; } box;
typedef struct { double x, y; } p2;
static void clear(box *b, box *c) { memset(b, 0, sizeof *b); memset(c, 0, sizeof(box)); b->w = 1.0; }
void mixed(const double *x, double *out)
{
    box a, b, k[2];
    double A[3][3], B[3][3];
    p2 *pts = malloc(4*sizeof *pts), q[4];
    clear(&a, &b);
    memset(A, 0, sizeof A);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            A[i][j] += x[3*i + j]*x[j];
            a.m[j][i] = x[i]*x[j];
        }
    memcpy(B, A, sizeof B);
    memcpy(&b, &a, sizeof b);
    memset(k, 0, sizeof k);
    memcpy(k[1].m, B, sizeof(B));
    memset(pts, 0, 4*sizeof(*pts));
    for (int i = 0; i < 4; i++) { pts[i].x += x[i]*x[i]; pts[i].y -= x[i+1]; }
    memcpy(q, pts, 4*sizeof(p2));
    out[0] = out[1] = out[2] = 0.0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out[i] += B[i][j]*b.m[i][j]*a.w + k[1].m[j][i]*k[0].m[i][j] + q[i].x*q[j].y;
    free(pts);
}

static void shear(int n, double K[2*n][2*n], const double *d)
{
    for (int i = 0; i < 2*n; i++)
        for (int j = 0; j <= i; j++) K[i][j] += d[i]*d[j];
}
void rows(int n, double K[2*n][2*n], double k)
{
    double d[2*n];
    for (int i = 0; i < 2*n; i++) d[i] = K[i][0]*K[i][n];
    memset(K, 0, sizeof(double)*4*n*n);
    shear(n, K, d);
    for (int i = 0; i < 2*n; i++) d[i] = k*K[i][i];
    memset(&K[0][0], 0, 2*n*(2*n)*sizeof **K);
    shear(n, K, d);
}

/* What a call clears as a whole is not what an earlier one left. */
typedef struct { double snow, soil, store[2]; } reservoirs;
static reservoirs kept;
static double flows[3];

static double drain(double rain)
{
    kept.snow += 0.3*rain;
    kept.soil += rain*rain - kept.soil*0.1;
    for (int i = 0; i < 2; i++) {
        kept.store[i] += kept.soil*kept.snow;
        flows[i + 1] += 0.1*kept.store[i];
    }
    return flows[1]*flows[2] + flows[0];
}

double cleared(double x)
{
    double sum = 0.0;
    memset(&kept, 0, sizeof kept);
    memset(flows, 0, sizeof flows);
    for (int t = 1; t < 4; t++)
        sum += drain(x*t);
    return sum;
}
