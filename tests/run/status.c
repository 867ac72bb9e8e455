// A function that changes an array and returns whether it could, called in a test.
// head: logdet(a)\(logdet)
// inputs: n = 3
// inputs: a(9) = 1.0 .. 2.0
#include <math.h>

static int scale_rows(int n, double *a)
{
    for (int i = 0; i < n; i++) {
        double *row = &a[i*n];
        if (row[i] <= 0.0)
            return 0;
        for (int j = 0; j < n; j++)
            row[j] = row[j]/sqrt(row[i] + j);
    }
    return 1;
}

double logdet(int n, double *a)
{
    double s = 0.0;
    if (!scale_rows(n, a))
        return -1.0;
    for (int i = 0; i < n; i++)
        s += log(a[i*n + i])*a[i*n];
    return s;
}
