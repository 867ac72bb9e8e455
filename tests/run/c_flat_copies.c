// memcpy between rows, arrays of arrays and what lies flat; with element counts that are whole rows, and that are not.
// head: rows(rows)/(x)
// inputs: n = 2
// inputs: x(4) = 0.5 .. 1.5
// head: out(y)/(x)
// inputs: n = 2
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(4) = 0 .. 0
// head: parts(parts)/(x)
// inputs: n = 2
// inputs: x(12) = 0.5 .. 1.5
#include <stdlib.h>
#include <string.h>

double rows(int n, const double *x)
{
    double flat[4], m[2][2], **r = malloc(n*sizeof *r), s = 0;
    for (int i = 0; i < n; i++) {
        r[i] = malloc(n*sizeof(double));
        memcpy(r[i], x + i*n, n*sizeof(double));
    }
    memcpy(m, x, sizeof m);
    for (int i = 0; i < n; i++) memcpy(&flat[i*n], m[i], n*sizeof(double));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            m[i][j] *= r[j][i];
            s += m[i][j]*flat[i*n + j];
        }
    memcpy(flat, m, sizeof flat);
    s += flat[3]*flat[1];
    for (int i = 0; i < n; i++) free(r[i]);
    free(r);
    return s;
}

void out(int n, const double *x, double *y)
{
    double m[2][2];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) m[i][j] = x[i*n + j]*x[j];
    memcpy(y, m, sizeof m);
    memcpy(&m[0][0], x, 4*sizeof(double));
    for (int i = 0; i < n; i++) y[i] *= m[i][1];
}

double parts(int n, const double *x)
{
    double t[2][2][3] = {{{0}}}, u[3][2], v[12], s = 0;
    memcpy(t, x, n*sizeof t[0]);
    memcpy(u, t, 5*sizeof(double));
    u[2][1] = t[1][1][2];
    memcpy(v, &t[0][0][0], (size_t)n*6*sizeof(double));
    memcpy(&t[0][0][0], u, sizeof u);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++) s += u[i][j]*v[2*i + j]*t[j][1][i];
    return s;
}
