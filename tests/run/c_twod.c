// An array of arrays whose extents are macros.
// head: f(f)/(a)
// inputs: a(12) = 0.5 .. 1.5
#define N 3
#define M 4
double f(double a[N][M])
{
    double s = 0.0, c[M];
    for (int j = 0; j < M; j++) {
        c[j] = 0.0;
        for (int i = 0; i < N; i++)
            c[j] += a[i][j]*a[i][j];
    }
    for (int j = 0; j < M; j++)
        s += c[j]*a[0][j];
    return s;
}
