// inputs: n = 3
// inputs: a(48) = 0.1 .. 0.9
// inputs: w(48) = 0
// head: blocks(blocks)/(a)
// head: halves(halves)/(a)
// head: strided(strided)/(a)
// head: triangle(triangle)/(a)
// head: apart(apart)/(a)
// head: factored(factored)/(a)
/* Matrices of a known size in a row, `r[4*i + j]`: elements told apart, parts that calls set, saves in one piece. */
#define M 4
static void squared(double *r, const double *s)
{
    for (int k = 0; k < M; k++)
        for (int i = 0; i < M; i++)
            r[k*M + i] = r[k*M + i]*r[k*M + i]*s[i*M + k] + 0.1*s[k];
}
double blocks(int n, const double *a, double *w)
{
    double s = 0;
    for (int i = 0; i < n*M*M; i++)
        w[i] = a[i];
    for (int i = 1; i < n; i++) {
        for (int k = 0; k < M*M; k++)
            w[i*M*M + k] *= w[(i - 1)*M*M + k];
        squared(w + i*M*M, w + (i - 1)*M*M);
        squared(&w[i*M*M], a);
        s += w[i*M*M + 3]*w[(i - 1)*M*M];
    }
    return s;
}
/* The upper half of each block, and a block that begins in the middle of another. */
static void upper(double *r)
{
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < M; i++)
            r[(1 - k)*M + i] *= 1.5*r[(1 - k)*M + i];
}
double halves(int n, const double *a, double *w)
{
    double s = 0;
    for (int i = 0; i < n*M*M; i++)
        w[i] = a[i];
    for (int i = 0; i < n; i++) {
        upper(w + i*M*M + 8);
        upper(w + i*M*M + 4);
        s += w[i*M*M + 9]*w[i*M*M + 5]*w[i*M*M + 15];
    }
    return s;
}
/* Gaps, and an index that goes down. */
static void sparse(double *r)
{
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 2; i++)
            r[15 - 5*k - 2*i] = r[15 - 5*k - 2*i]*r[15 - 5*k - 2*i] + r[15 - 5*k - 2*i];
}
double strided(int n, const double *a, double *w)
{
    double s = 0;
    for (int i = 0; i < n*M*M; i++)
        w[i] = a[i];
    for (int i = 0; i < n; i++) {
        sparse(w + i*M*M);
        s += w[i*M*M + 15]*w[i*M*M + 8]*w[i*M*M + 3]*w[i*M*M + 2];
    }
    return s;
}
/* Of the last block only the lower triangle is there. */
static void lower(double *r, int last)
{
    for (int k = 1; k < M; k++)
        for (int i = 0; i < (last ? k : M); i++)
            r[k*M + i] *= r[k*M + i];
}
double triangle(int n, const double *a, double *w)
{
    double s = 0;
    for (int i = 0; i < n*M*M; i++)
        w[i] = a[i];
    for (int i = 0; i < n; i++) {
        lower(w + i*M*M, i == n - 1);
        s += w[i*M*M + 4]*w[i*M*M + 13]*w[i*M*M + 7];
    }
    return s;
}
/* Rows that are longer than what is set of them, and rests that leave their row. */
double apart(int n, const double *a, double *w)
{
    double d[M*M], s = 0;
    for (int k = 0; k < M*M; k++)
        d[k] = a[k];
    for (int i = 1; i < M; i++)
        for (int j = 0; j < M; j++)
            d[i*M + j] = d[(i - 1)*M + j]*d[i*M + j] + d[i*M + j - 1];
    for (int i = 0; i < M - 1; i++)
        for (int j = 0; j < M + 2; j++)
            if (i*M + j + 1 < M*M)
                d[i*M + j] *= d[i*M + j + 1];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 4; k++)
                d[8*i + 4*j + k] *= d[4*j + k + 1];
    for (int k = 0; k < M*M; k++)
        s += d[k]*d[k];
    return s + n*w[0];
}
double factored(int n, const double *a, double *w)
{
    double s = 0, d[M*M];
    for (int b = 0; b < n; b++) {
        for (int i = 0; i < M; i++)
            for (int j = 0; j < M; j++)
                d[i*M + j] = a[b*M*M + i*M + j] + (i == j ? 3 : 0);
        for (int k = 0; k < M; k++)
            for (int i = k + 1; i < M; i++) {
                d[i*M + k] /= d[k*M + k];
                for (int j = k + 1; j < M; j++)
                    d[i*M + j] -= d[i*M + k]*d[k*M + j];
            }
        for (int i = 0; i < M; i++)
            for (int l = 0; l < M; l++)
                for (int j = 0; j < M; j++)
                    w[b*M*M + i*M + j] += d[i*M + l]*d[l*M + j];
        for (int k = 0; k < M*M; k++)
            s += w[b*M*M + k]*w[b*M*M + k];
    }
    return s;
}
