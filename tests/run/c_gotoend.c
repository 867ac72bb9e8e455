// Memory that is freed at a label.
// head: f(f)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
#include <stdlib.h>
double f(int n, const double *x)
{
    double s = -1.0, *w = malloc(n*sizeof(double));
    if (!w)
        goto end;
    s = 0.0;
    for (int i = 0; i < n; i++) {
        w[i] = x[i]*x[i];
        if (w[i] > 2.0)
            goto out;
        s += w[i];
    }
out:
    s *= x[0];
end:
    free(w);
    return s;
}
