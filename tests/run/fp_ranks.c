// A fixed point in C whose state is a matrix, beside a scalar and an array of three dimensions.
// head: gs(a)\(gs)
// inputs: a = 0.5 .. 1.0
#include <math.h>
double gs(double a)
{
    double u[4][4] = {0}, w[2][3][2] = {0}, z = a, err = 1.0, s = 0.0;
    for (int i = 0; i < 4; i++)
        u[0][i] = a;
    //$AD FP-LOOP "u w z" 1e-14
    while (err > 1e-14) {
        double old = z;
        err = 0.0;
        for (int i = 1; i < 3; i++)
            for (int j = 1; j < 3; j++) {
                double o = u[i][j];
                u[i][j] = 0.25*(u[i-1][j] + u[i+1][j] + u[i][j-1] + u[i][j+1]) - 0.01*a*o*o;
                err += fabs(u[i][j] - o);
                w[i - 1][j][j - 1] = 0.3*cos(w[2 - i][j][j - 1]) + u[i][j];
            }
        z = 0.2*sin(z) + 0.3*w[1][2][1];
        err += fabs(z - old);
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            s += u[i][j]*u[i][j];
    return s*z + w[0][1][0]*w[1][2][1];
}
