// Integers that a procedure allocates which counts, or says on stderr why it stops (Numerical Recipes): memory that the caller releases.
// head: f(f)/(x)
// inputs: n = 3
// inputs: x(3) = 1 .. 2
#include <stdio.h>
#include <stdlib.h>
static long in_use = 0;
static void nrerror(const char *text)
{
    fprintf(stderr, "Run-time error...\n");
    fprintf(stderr, "%s\n", text);
    exit(1);
}
static int *ivector(int n)
{
    int *v;
    v = (int *)malloc((size_t)(n*sizeof(int)));
    if (!v)
        nrerror("allocation failure in ivector()");
    return v;
}
static int *counted(int n)
{
    int *p;
    in_use += n;
    if (!(p = malloc(sizeof(int)*n))) {
        fprintf(stderr, "no memory for %d\n", n);
        exit(1);
    }
    return p;
}
double f(int n, const double *x)
{
    int *k = ivector(n), *m = counted(n);
    double s = 0.0;
    in_use = 0;
    for (int i = 0; i < n; i++) {
        k[i] = n - 1 - i;
        m[i] = i/2;
    }
    for (int i = 0; i < n; i++)
        s += x[i]*x[k[i]]*x[m[i]];
    free(m);
    free(k);
    return s;
}
