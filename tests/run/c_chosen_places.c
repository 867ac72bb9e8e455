// Places that are reached through a pointer chosen from several: the choice is made between the places.
// inputs: n = 6
// inputs: x(6) = 0.5 .. 1.5
// head: parity(parity)/(x)
// head: tables(tables)/(x)
// head: members(members)/(x)
// head: used(used)/(x)
#include <stddef.h>

struct state { double u, v[2]; };

// The sums of the even and of the odd elements.
double parity(int n, const double *x)
{
    double sum[2] = { 0 };
    for (int k = 0; k < n; k++) *(k & 1 ? &sum[0] : &sum[1]) += x[k]*x[0];
    return sum[0]*sum[1];
}

// Tables, steps from the beginning of one, and a choice among three.
double tables(int n, const double *x)
{
    double a[3] = { 0 }, b[3] = { 1, 1, 1 }, c[3] = { 0 };
    for (int k = 0; k < n; k++) {
        (k & 1 ? a : b)[k % 3] += x[k]*x[0];
        *((k & 1 ? b : c) + k % 3) += 0.5*x[k];
        (k < 2 ? a : k < 4 ? b : c)[0] *= x[k];
    }
    return a[0]*b[1] + a[1]*b[2] + c[0] + (n > 3 ? a : b)[1];
}

double members(int n, const double *x)
{
    struct state s = { 1.0, { 0, 0 } }, t = { 2.0, { 1, 1 } };
    for (int k = 0; k < n; k++) {
        (k & 1 ? &s : &t)->u *= x[k];
        (k & 1 ? &s : &t)->v[k % 2] += x[k]*(k & 2 ? s : t).u;
        (*(k & 1 ? &t : &s)).v[0] -= 0.1*x[k];
    }
    return s.u*t.v[0] + t.u*s.v[1] + s.v[0];
}

// The value of an assignment is that of the place that was assigned, though what chose it has changed.
double used(int n, const double *x)
{
    double a = 1.0, b = 3.0, last = 0.0;
    int i = 0, j = 0;
    for (int k = 0; k < n; k++) {
        last += (*(a > b ? &a : &b) = x[k]*a);
        (*(k % 3 ? &i : &j))++;
    }
    return last + a*x[i - 1] + b*x[j];
}
