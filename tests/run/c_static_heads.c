// A function that only its own file can call: what is asked of it by name has derivatives that others can call.
// head: kernel(c)/(a, b)
// inputs: n = 3
// inputs: a(3, 3) = 0.5 .. 1.5
// inputs: b(3, 3) = -1.0 .. 1.0
// inputs: c(3, 3) = 0.5 .. 1.5
// head: norm
// inputs: n = 3
// inputs: v(3) = 0.5 .. 1.5
#include <math.h>
#include <stdio.h>

static inline double norm(int n, const double *v)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += v[i]*v[i];
    return sqrt(s);
}

static
void kernel(int n, double a[n][n], double b[n][n], double c[n][n])
{
    for (int i = 0; i < n; i++) {
        double f = norm(n, a[i]);
        for (int j = 0; j < n; j++) {
            c[i][j] *= f;
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k]*b[k][j];
        }
    }
}

int main(void)
{
    double a[2][2] = {{1.0, 2.0}, {3.0, 4.0}}, b[2][2] = {{0.5, 0.0}, {0.0, 2.0}}, c[2][2] = {{0.0}};
    kernel(2, a, b, c);
    printf("%g %g\n", c[0][0], norm(2, c[1]));
    return 0;
}
