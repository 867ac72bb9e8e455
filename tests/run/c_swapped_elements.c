// Elements and rows of one array that the tests and loops around a call keep apart: reversals, pivoting, transposing.
// head: guarded(s)/(x)
// inputs: n = 5
// inputs: x(5) = 0.5 .. 1.5
// inputs: s = 0 .. 0
// head: mirrored(s)/(x)
// inputs: n = 5
// inputs: x(5) = 0.5 .. 1.5
// inputs: s = 0 .. 0
// head: sizes(s)/(x)
// inputs: n = 5
// inputs: x(5) = 0.5 .. 1.5
// inputs: s = 0 .. 0
// head: rows(s)/(a)
// inputs: n = 3
// inputs: a(9) = 0.5 .. 1.5
// inputs: s = 0 .. 0
#include <stddef.h>

static void swap(double *a, double *b)
{
    double t = *a;
    *a = *b;
    *b = t;
}

static void turn(double *a, double *b)
{
    *a = 0.5 * *a * *b;
    *b = *b - *a * *a;
}

static void swap_rows(int n, double *a, double *b)
{
    for (int k = 0; k < n; k++)
        swap(&a[k], &b[k]);
}

static double weighted(int n, const double *x)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += (i + 1)*x[i]*x[i];
    return s;
}

void guarded(int n, double *x, double *s)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (j > i)
                turn(&x[i], &x[j]);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j += 2)
            if (j != i && x[j] < 1)
                swap(&x[i], &x[j]);
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            turn(&x[j], &x[i]);
    for (int i = 0; i < n; i++) {
        int j = (2*i + 1)%n;
        if (j <= i)
            continue;
        swap(&x[i], &x[j]);
    }
    *s = weighted(n, x);
}

void mirrored(int n, double *x, double *s)
{
    for (int i = 0; i < n/2; i++) {
        int j = n - 1 - i;
        turn(&x[i], &x[j]);
        swap(&x[i], &x[n - 1 - i]);
    }
    int i = 0, j = n - 1;
    while (i < j) {
        turn(&x[i], &x[j]);
        i++;
        j--;
    }
    *s = weighted(n, x);
}

void sizes(unsigned n, double *x, double *s)
{
    size_t m = n;
    for (size_t i = 0; i < m/2; i++)
        turn(&x[i], &x[m - 1 - i]);
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i + 1; j < n; j++)
            turn(&x[i], &x[j]);
    for (size_t i = 0, j = m - 1; i < j; i++, j--)
        swap(&x[i], &x[j]);
    *s = weighted((int)n, x);
}

void rows(int n, double *a, double *s)
{
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (a[i*n + k] > a[p*n + k])
                p = i;
        if (p != k) {
            swap_rows(n, a + p*n, a + k*n);
            for (int j = 0; j < n; j++)
                turn(&a[p*n + j], &a[k*n + j]);
        }
    }
    *s = weighted(n*n, a);
}
