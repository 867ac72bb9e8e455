// Rows behind pointers that functions write by their loops: snapshots of calls hold what the loops say.
// inputs: n = 5
// inputs: x(5) = 0.5 .. 1.5
// head: mixture(x y)\(mixture)
// inputs: y(5) = 0.5 .. 1.5
// head: given(x)\(given)
// inputs: w(10) = 0.5 .. 1.5
// head: parts(x)\(parts)
// head: unsure(x)\(unsure)
// head: twice(x)\(twice)
// head: walked(x)\(walked)
// head: shortened(x)\(shortened)
// head: none(x)\(none)
#include <math.h>
#include <stdlib.h>

static void apart(int n, const double *x, const double *y, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] = x[i] - y[i]*y[i];
}

static void triangle(int n, const double *q, const double *low, const double *x, double *out)
{
    int k = 0;
    for (int i = 0; i < n; i++)
        out[i] = q[i]*x[i];
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            out[j] = out[j] + low[k]*x[i];
            k++;
        }
}

static double squares(int n, const double *x)
{
    double s = x[0]*x[0];
    for (int i = 1; i < n; i++)
        s += x[i]*x[i];
    return s;
}

double mixture(int n, const double *x, const double *y)
{
    double *centered = (double *)malloc(n*sizeof(double));
    double *turned = (double *)malloc(n*sizeof(double));
    double *low = (double *)malloc(n*n*sizeof(double));
    double s = 0;
    for (int k = 0; k < n*n; k++)
        low[k] = sin(x[k % n]*k);
    for (int m = 0; m < 3; m++) {
        double part = 0;
        for (int k = 0; k < 2; k++) {
            apart(n, x, y, &centered[0]);
            triangle(n, y, &low[m + k], centered, &turned[0]);
            part += (k + 1)*squares(n, turned);
        }
        s += log(1 + part*(m + 1));
    }
    free(low);
    free(turned);
    free(centered);
    return s;
}

// Squares of what is there: in place, from one element to another, upwards and downwards.
static void powers(double *a, int from, int to)
{
    for (int i = from; i <= to; i++)
        a[i] = a[i]*a[i] + 0.1;
    for (int i = to; i >= from + 1; i--)
        a[i] = a[i]*a[i - 1];
    a[from] = sin(a[from]);
}

double given(int n, const double *x, double *w)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        w[i] = x[i];
        w[n + i] = 0.5*x[i]*x[i];
    }
    for (int k = 0; k < 3; k++) {
        powers(w, 0, n - 1);
        s += w[1]*w[n - 1];
        powers(&w[n], k, n - 2);
        s += w[n + k]*w[2*n - 2];
    }
    return s;
}

double parts(int n, const double *x)
{
    double s = 0, row[4][6], store[24];
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 6; i++)
            row[k][i] = store[6*k + i] = x[(i + k) % n];
    for (int k = 0; k < 4; k++) {
        powers(store + 6*k, 0, 4);
        powers(&store[6*k], 1, 5);
        powers(row[k], 1, 5);
        s += store[6*k + 2]*row[k][3]*store[k];
    }
    return s;
}

// What is set under a condition, among what is set anyway and alone; by turns of which there may be none.
static void chosen(int n, int k, double *a)
{
    for (int i = 0; i < n; i++) {
        a[i] = a[i]*a[i];
        if (i % 2 == 0) a[k] = a[k]*0.5;
    }
}

static void alone(int n, int k, double *a)
{
    if (k < n) a[k] = a[k]*a[k];
    for (int i = k + 1; i < n; i++) a[i] = a[i]*a[i - 1];
}

double unsure(int n, const double *x)
{
    double s = 0, *a = (double *)malloc(n*sizeof(double));
    for (int i = 0; i < n; i++)
        a[i] = x[i];
    for (int k = 0; k < n + 2; k++) {
        chosen(n, k % n, a);
        s += a[k % n]*a[0];
        alone(n, k, a);
        s += a[n - 1]*a[n - 1];
    }
    free(a);
    return s;
}

// One row for two parameters, and a row and a piece of it.
static void added(int n, double *to, double *from)
{
    for (int i = 0; i < n; i++) {
        to[i] = to[i]*from[i];
        from[i] = from[i] + 0.5*to[i];
    }
}

double twice(int n, const double *x)
{
    double s = 0, a[8];
    for (int i = 0; i < 8; i++)
        a[i] = x[i % n];
    for (int k = 0; k < 3; k++) {
        added(2, a, a + 4);
        added(n - 2, a, a);
        s += a[1]*a[2]*a[4];
    }
    return s;
}

// A pointer that walks, one that leads into the row, and a row that is handed on.
static void steps(int n, double *a)
{
    double *b = a;
    for (int i = 0; i < n; i++, b++)
        *b = *b*a[0];
}

static void inside(int n, double *a)
{
    double *b = a + 1;
    for (int i = 0; i < n - 1; i++) {
        a[i] = a[i]*b[i];
        b[i] = b[i]*1.1;
    }
}

static void handed(int n, double *a)
{
    a[0] = a[0]*a[1];
    powers(a, 1, n - 1);
}

double walked(int n, const double *x)
{
    double s = 0, *a = (double *)malloc(n*sizeof(double));
    for (int i = 0; i < n; i++)
        a[i] = x[i];
    for (int k = 0; k < 3; k++) {
        steps(n, a);
        inside(n, a);
        s += a[0]*a[n - 1];
        handed(n, a);
        s += a[0]*a[1];
    }
    free(a);
    return s;
}

// The count is another one inside, and the bound is an element of what is passed.
static void half(int n, double *a)
{
    n = n/2;
    for (int i = 0; i < n; i++)
        a[i] = a[i]*a[i + 1];
}

static void counted(const int *n, double *a)
{
    for (int i = 0; i < *n; i++)
        a[i] = a[i]*a[i];
}

double shortened(int n, const double *x)
{
    double s = 0, *a = (double *)malloc((n + 1)*sizeof(double));
    int many[2] = { 1, 2 };
    for (int i = 0; i <= n; i++)
        a[i] = x[i % n];
    for (int k = 0; k < 3; k++) {
        half(n, a);
        counted(&many[k % 2], a);
        many[k % 2]++;
        s += a[0]*a[1]*a[2];
    }
    free(a);
    return s;
}

// Rows of no elements, and counts without a sign.
static void filled(size_t n, double *a, double v)
{
    for (size_t i = 0; i < n; i++)
        a[i] = a[i]*v;
}

double none(int n, const double *x)
{
    double s = 0, *a = (double *)malloc(n*sizeof(double));
    for (int i = 0; i < n; i++)
        a[i] = x[i];
    for (int k = 0; k < n; k++) {
        filled((size_t)k, a, x[k]);
        powers(a, k, n - 3);
        s += a[0]*a[n - 2];
    }
    free(a);
    return s;
}
