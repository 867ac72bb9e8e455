// Casts that give matrices to parameters of constant ones, the ordinary way in C11, and flat arrays to those of matrices.
// head: f(f)/(x)
// inputs: x(4) = 0.5 .. 1.5
// head: g(s)/(st.m v)
// inputs: st.m(4) = 0.5 .. 1.5
// inputs: v(2) = 0.5 .. 1.5
// inputs: s(2) = 0 .. 0
// head: h(s)/(x)
// inputs: x(4) = 0.5 .. 1.5
// inputs: s(2) = 0 .. 0
// head: rows(v)/(a v)
// inputs: a(2) = 0.5 .. 1.5
// inputs: v(4) = 0.5 .. 1.5
// head: rows_made(rows_made)/(a)
// inputs: a(2) = 0.5 .. 1.5
// head: beyond_rows(a)/(a st.m)
// inputs: m = 3
// inputs: n = 2
// inputs: a(6) = 0.5 .. 1.5
// inputs: st.m(4) = 0.5 .. 1.5
#include <stdlib.h>

struct state { double m[2][2]; };

static double trace(const double a[2][2])
{
    return a[0][0]*a[1][1];
}

static void apply(const double (*a)[2], const double *v, double *out)
{
    for (int i = 0; i < 2; i++)
        out[i] = a[i][0]*v[0] + a[i][1]*v[1]*v[1];
}

static double sum(const double *a, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i]*a[i];
    return s;
}

static void double_all(double *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] *= 2*a[i];
}

double f(const double *x)
{
    double m[2][2];
    for (int i = 0; i < 4; i++)
        m[i/2][i%2] = x[i]*x[0];
    return trace((const double (*)[2])m)*sum((const double *)m, 4);
}

void g(struct state *st, const double *v, double *s)
{
    apply((const double (*)[2])st->m, v, s);
    s[0] *= trace((const double (*)[2])st->m);
}

void h(const double *x, double *s)
{
    double m[4];
    for (int i = 0; i < 4; i++)
        m[i] = x[i]*x[0];
    double_all((double *)m, 4);
    apply((const double (*)[2])m, x, s);
}

static void squares(double *out, const double *in)
{
    for (int i = 0; i < 2; i++)
        out[i] = in[i]*in[i] + out[i];
}

/* Rows of what is declared flat, as arguments. */
void rows(const double a[2], double *v)
{
    double (*m)[2] = (double (*)[2])v;
    squares(m[0], a);
    squares(m[1], m[0]);
    squares(m[0], m[1]);
    m[1][0] *= a[1];
}

double rows_made(const double a[2])
{
    double *flat = calloc(4, sizeof *flat);
    double (*m)[2] = (void *)flat;
    squares(m[1], a);
    squares(m[0], m[1]);
    double s = flat[0]*flat[3] + flat[1];
    free(flat);
    return s;
}

/* All elements, counted on from the first: what a subscript of the first row would not reach. */
void beyond_rows(int m, int n, double a[m][n], const struct state *st)
{
    for (int i = 0; i < m*n; i++)
        (&a[0][0])[i] *= (&st->m[0][0])[i%4]*a[m - 1][n - 1];
    for (int i = 1; i < m*n; i++)
        *(*a + i) += (*a + i)[-1]*a[0][0];
}
