// Memory that is counted in bytes, and used for numbers.
// head: kept(kept)/(x)
// head: asked(asked)/(x)
// wrong several: RT0440
// wrong interpreted: leads outside its object
// head: steps(steps)/(x)
// wrong several: RT0440
// wrong interpreted: leads outside its object
// head: looked(looked)/(x)
// wrong several: RT0440
// wrong interpreted: leads outside its object
// head: integers(integers)/(x)
// wrong: RT0401
#include <math.h>
#include <stdlib.h>

static double squares(const double *a, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) s += a[i]*a[i];
    return s;
}

double asked(double x)
{
    char *memory = malloc(8*sizeof(double));
    double *a = (double *)memory, *b = (double *)(memory + 4*sizeof(double)), s = x;
    for (int i = 0; i < 8; i++) a[i] = sin(x*i);
    s += squares(b, 4);
    a[5] = 3*x;
    for (int i = 0; i < 4; i++) s *= b[i];
    free(memory);
    return s + x;
}

double kept(double x)
{
    void *memory = malloc(4*sizeof(double));
    double *a = memory, s = x;
    for (int i = 0; i < 4; i++) a[i] = exp(x*i);
    s += squares(a, 4);
    free(memory);
    return s;
}

double steps(double x)
{
    double b[6], s = x;
    char *p = (char *)b;
    for (int i = 0; i < 6; i++) *(double *)(p + i*sizeof(double)) = x*x*i;
    return s + squares(b, 6);
}

double looked(double x)
{
    double b[6], s = x;
    for (int i = 0; i < 6; i++) b[i] = x*x*i;
    const char *p = (const char *)b;
    for (int i = 0; i < 6; i++, p += sizeof(double)) s += *(const double *)p*x;
    return s;
}

double integers(double x)
{
    int memory[16];
    double *a = (double *)memory, s = x;
    for (int i = 0; i < 8; i++) a[i] = x*x*i;
    return s + squares(a, 8);
}
