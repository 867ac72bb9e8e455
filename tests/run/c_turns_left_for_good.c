// Turns that a jump out of several loops ends, and that run again backward; a choice in front of a test that does nothing but end the turn, of which an arm
// goes to the next one. Just outside: the function returns a value there.
// inputs: n = 6
// inputs: m = 4
// inputs: x(6) = 0.3 .. 1.4
// inputs: t(6, 4) = 0.2 .. 1.2
// head: left_by_goto(left_by_goto)/(x t)
// head: left_by_return(left_by_return)/(x t)
#include <math.h>
double left_by_goto(int n, int m, const double *x, const double *t)
{
    double f = 0.0, w, a;
    int i, j;
    for (i = 0; i < n; i++) {
        for (j = 0; j < m; j++) {
            a = t[i*m + j]*x[i];
            w = exp(a)*a;
            if (w > 3.0)
                goto found;
            f += w*w;
        }
        f *= 1.0 + 0.1*x[i];
    }
    f += x[0];
found:
    for (i = 0; i < n; i++) {
        a = x[i]*x[i];
        w = a*t[i];
        if (i%3 == 0) {
            f += w*w*a;
        } else if (i%3 == 1) {
            if (w > 0.8)
                continue;
            f += sin(w)*a;
        } else {
            f += w;
        }
        if (i > 4)
            break;
    }
    return f;
}

double left_by_return(int n, int m, const double *x, const double *t)
{
    double f = 0.5;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double a = t[i*m + j]*x[i], w = a*a;
            if (w > 1.2)
                return f*w*a;
            f += w*a;
        }
    return f;
}
