// memset and memcpy of structures, of and of arrays of arrays.
// head: mixed(out)/(x)
// inputs: x(9) = 0.5 .. 1
// inputs: out(3) = 0 .. 0
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
