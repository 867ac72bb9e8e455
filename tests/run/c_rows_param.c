// Finite elements: arrays of rows of unknown number, index arrays.
// head: residual(res)/(xy u k)
// inputs: ne = 2
// inputs: nn = 4
// inputs: tri(2,3) = 0 .. 3
// inputs: xy(4,2) = 0.0 .. 1.0
// inputs: u(4) = 0.0 .. 1.0
// inputs: k(2) = 1.0 .. 2.0
// inputs: res(4) = 0.0
#include <math.h>
void residual(int ne, int nn, const int tri[][3], const double xy[][2], const double *u, const double *k, double *res)
{
    for (int i = 0; i < nn; i++) res[i] = 0.;
    for (int e = 0; e < ne; e++) {
        const int *v = tri[e];
        double x[3], y[3], b[3], c[3];
        for (int a = 0; a < 3; a++) { x[a] = xy[v[a]][0] + 0.1*a; y[a] = xy[v[a]][1] + 0.2*a*a; }
        for (int a = 0; a < 3; a++) { int p = (a + 1) % 3, q = (a + 2) % 3; b[a] = y[p] - y[q]; c[a] = x[q] - x[p]; }
        double A = 0.5*(b[0]*c[1] - b[1]*c[0]) + 3.0;
        for (int a = 0; a < 3; a++) {
            double s = 0;
            for (int d = 0; d < 3; d++) s += (b[a]*b[d] + c[a]*c[d])*u[v[d]];
            res[v[a]] += k[e]*s/(4*A);
        }
    }
}
