// A block that could not grow is released where the test of its new address says so.
// head: sums(y)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// head: doubled(y)/(x)
// inputs: n = 5
// inputs: x(5) = 0.5 .. 1.5
// inputs: y(2) = 0.5 .. 1.5
#include <stdlib.h>

void sums(int n, const double *x, double *y)
{
    double *part = malloc(sizeof *part*(size_t)n);
    double *more;
    if (!part) {
        *y = 0;
        return;
    }
    for (int i = 0; i < n; i++)
        part[i] = x[i]*x[i];
    more = realloc(part, sizeof *part*(size_t)(2*n));
    if (more == NULL) {
        free(part);
        *y = -1;
        return;
    }
    for (int i = n; i < 2*n; i++)
        more[i] = more[i - n]*x[i - n];
    *y = more[n]*more[0] + more[2*n - 1];
    free(more);
}

int doubled(int n, const double *x, double y[2])
{
    int room = 2, used = 0, status = 0;
    double *list = malloc(sizeof(double)*2);
    if (!list)
        return 1;
    for (int i = 0; i < n; i++) {
        if (used == room) {
            double *larger = realloc(list, sizeof(double)*(size_t)(2*room));
            if (!larger) {
                free(list);
                return 2;
            }
            list = larger;
            room *= 2;
        }
        list[used++] = x[i]*x[i];
    }
    y[0] = list[0]*list[used - 1];
    y[1] = list[1];
    free(list);
    return status;
}
