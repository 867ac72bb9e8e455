// Callbacks that compute through their arguments and return a status, called in tests: of an if, a loop, behind &&.
// head: relax(x0 k)\(relax)
// inputs: x0(2) = 0.5 .. 1
// inputs: k = 0.5 .. 1
// inputs: turns = 3
#include <math.h>
#include <string.h>
typedef int (*residual)(void *user, int n, const double *x, double *f, int *flag);
struct spring { double k; int calls; };

static int pull(void *user, int n, const double *x, double *f, int *flag)
{
    struct spring *s = user;
    if (*flag < 0 || n != 2) return -1;
    s->calls++;
    f[0] = s->k*(x[1] - x[0]*x[0]);
    f[1] = sin(x[0])*x[1] - 0.1;
    return 0;
}

static int differences(residual f, void *user, int n, double *x, const double *f0, double *j, double *work)
{
    int flag = 2;
    for (int c = 0; c < n; c++) {
        double was = x[c], h = 0.1*fabs(was);
        x[c] = was + h;
        if (f(user, n, x, work, &flag)) return flag;
        x[c] = was;
        for (int i = 0; i < n; i++) j[i + c*n] = (work[i] - f0[i])/h;
    }
    return 0;
}

static double sweep(residual f, void *user, int turns, double *x)
{
    double r[2] = { 0.0, 0.0 };
    int flag = 1, t = 0;
    while (t < turns && f(user, 2, x, r, &flag) == 0) {
        x[0] += 0.1*r[0];
        x[1] -= 0.1*r[1];
        t++;
    }
    if (t > 0 && !f(user, 2, x, r, &flag)) return r[0]*r[0] + r[1];
    return 0;
}

double relax(const double *x0, double k, int turns)
{
    struct spring s = { k, 0 };
    double x[2], f[2], j[4], work[2];
    int flag = 1;
    memcpy(x, x0, sizeof x);
    if (pull(&s, 2, x, f, &flag) || differences(pull, &s, 2, x, f, j, work)) return -1;
    double det = j[0]*j[3] - j[2]*j[1];
    x[0] -= (j[3]*f[0] - j[2]*f[1])/det;
    x[1] -= (j[0]*f[1] - j[1]*f[0])/det;
    return sweep(pull, &s, turns, x) + x[0]*x[1];
}
