// head: behind(behind)/(c0)
// inputs: n = 7
// inputs: nt = 2
// inputs: c0(7) = 0.8 .. 1.2
// inputs: v(7) = 0.9 .. 0.9
// head: alone(alone)/(c0)
// inputs: n = 7
// inputs: nt = 2
// inputs: c0(7) = 0.8 .. 1.2
// inputs: v(7) = 0.9 .. 0.9
// head: smooth(smooth)/(c0)
// inputs: n = 7
// inputs: nt = 2
// inputs: c0(7) = 0.8 .. 1.2
// Sweeps over a row whose helpers write the row behind the sweep's back: by a global pointer, given to a parameter that is declared as an array (a read of
// the pointer), by memcpy, in a function that is called by a pointer, in the last of several calls of itself. Others read the row, call themselves, use
// memory of their own, walk along what they are given, or set a static variable first.
#include <stdlib.h>
#include <string.h>

static double *row;

static double first(double edge[2], double a)
{
    edge[0] = a * edge[0];
    return a * a;
}

static double copied(double a)
{
    double q[2] = {a, a * a};
    memcpy(row, q, sizeof q);
    return q[1];
}

static double pushed(double a)
{
    row[0] = a * row[0];
    return a;
}

static double cubed(double a) { return a * a * a; }

static double chosen(double (*g)(double), double a) { return g(a); }

static double down(double a, int k)
{
    if (k > 0)
        return a * down(a * a, k - 1);
    row[0] = row[0] * a;
    return a;
}

static void by_array(int n, const double *u, double *v)
{
    for (int i = 1; i < n - 1; i++) v[i] = u[i] * first(row, u[i]) * v[i];
}

static void by_copy(int n, const double *u, double *v)
{
    for (int i = 2; i < n - 1; i++) v[i] = u[i] * copied(u[i]) * v[i];
}

static void by_choice(int n, const double *u, double *v)
{
    for (int i = 1; i < n - 1; i++) v[i] = u[i] * chosen(i % 2 ? pushed : cubed, u[i]) * v[i];
}

static void by_itself(int n, const double *u, double *v)
{
    for (int i = 1; i < n - 1; i++) v[i] = u[i] * down(u[i], 1) * v[i];
}

static void mix(int n, double *u, const double *v)
{
    for (int i = 1; i < n; i++) u[i] = 0.8 * u[i] + 0.1 * v[i] * v[0] * v[i - 1];
}

double behind(int n, int nt, const double *c0, double *v)
{
    double s = 0, u[20];
    for (int i = 0; i < n; i++) {
        u[i] = c0[i];
        v[i] = 0.9;
    }
    row = v;
    for (int t = 0; t < nt; t++) {
        by_array(n, u, v);
        mix(n, u, v);
        by_copy(n, u, v);
        mix(n, u, v);
        by_choice(n, u, v);
        mix(n, u, v);
        by_itself(n, u, v);
        mix(n, u, v);
    }
    for (int i = 0; i < n; i++) s += u[i] * u[i] + 0.1 * v[i] * v[i];
    return s;
}

static double seen(double a) { return 0.5 * a + 0.1 * row[0] * row[2]; }

static double power(double a, int k)
{
    double l[2] = {a, 1.5};
    if (k > 0)
        l[1] = power(0.9 * a, k - 1);
    return l[0] * l[1];
}

static double heaped(double a)
{
    double *q = malloc(2 * sizeof *q), r = 0;
    if (q) {
        q[0] = a;
        q[1] = a * q[0];
        r = q[1];
    }
    free(q);
    return r;
}

static double walked(const double *p, int k)
{
    double s = 0;
    while (k-- > 0) {
        s += *p * *p;
        p++;
    }
    return s;
}

static double remembered(double a)
{
    static double k = 0;
    k = a * a;
    return k * a;
}

static void by_sight(int n, const double *u, double *v)
{
    for (int i = 1; i < n - 1; i++) v[i] = u[i] * seen(u[i]) * v[i];
}

static void by_power(int n, const double *u, double *v)
{
    for (int i = 1; i < n - 1; i++) v[i] = 0.3 * power(u[i], 2) * v[i];
}

static void by_memory(int n, const double *u, double *v)
{
    for (int i = 1; i < n - 1; i++) v[i] = heaped(u[i]) * remembered(u[i]) * v[i];
}

static void by_walk(int n, const double *u, double *v)
{
    for (int i = 1; i < n - 1; i++) v[i] = 0.1 * u[i] * walked(u, i) * v[i];
}

double alone(int n, int nt, const double *c0, double *v)
{
    double s = 0, u[20];
    for (int i = 0; i < n; i++) {
        u[i] = c0[i];
        v[i] = 0.9;
    }
    row = v;
    for (int t = 0; t < nt; t++) {
        by_sight(n, u, v);
        mix(n, u, v);
        by_power(n, u, v);
        mix(n, u, v);
        by_memory(n, u, v);
        mix(n, u, v);
        by_walk(n, u, v);
        mix(n, u, v);
    }
    for (int i = 0; i < n; i++) s += u[i] * u[i] + 0.1 * v[i] * v[i];
    return s;
}

static double curved(const double *v, int i) { return v[i - 1] - 2 * v[i] + v[i + 1]; }

static void in_place(int n, double *v)
{
    for (int i = 1; i < n - 1; i++) v[i] = v[i] + 0.1 * curved(v, i) * v[i];
}

double smooth(int n, int nt, const double *c0)
{
    double s = 0, v[20];
    for (int i = 0; i < n; i++) v[i] = c0[i] * c0[0];
    for (int t = 0; t < nt; t++) {
        in_place(n, v);
        v[0] = v[0] * v[1];
    }
    for (int i = 0; i < n; i++) s += v[i] * v[i];
    return s;
}
