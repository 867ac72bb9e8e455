// Parts of one array passed together, apart as far as the callee reaches through them.
// head: all(all)/(s)
// inputs: n = 2
// inputs: k = 1
// inputs: s(9) = 0.5 .. 1.5
static void step(int n, double *a, double *b)
{
    for (int i = 0; i < n; i++) {
        a[i] = a[i]*b[i];
        b[i] = b[i] + a[i]*a[i];
    }
}

static void twice(int n, double *a, double *b)
{
    step(n, a, b);
    step(n, b, a);
}

static void rows(int n, int m, double *a, double *b)
{
    for (int i = 0; i < n; i++)
        for (int j = m - 1; j >= 0; j--) {
            a[i*m + j] = a[i*m + j]*b[j];
            b[j] = b[j] + a[i*m + j]*a[i*m + j];
        }
}

static void pair(double *a, double *b)
{
    *a = *a * *b;
    b[0] = b[0]*a[0];
}

static void nobody_knows(int n, double *restrict a, double *b)
{
    while (n-- > 0) {
        *a = *a * *b;
        *b = *b + *a;
        a++;
        b++;
    }
}

double all(int n, int k, double *s)
{
    double w[6];
    for (int i = 0; i < 6; i++)
        w[i] = s[i];
    step(3, &w[0], &w[3]);
    twice(n, s, s + n);
    step(n, s + k*n, s + (k + 1)*n);
    rows(n, 2, s, &s[2*n]);
    pair(&s[0], &s[1]);
    pair(s + 2, s);
    nobody_knows(n, s, s + n);
    return s[0]*s[n]*s[2*n]*w[2];
}
