// What functions in tests change besides giving a value, those of the library too: adjoints bring it back.
// wrong interpreted: a number is needed, not Text
// head: f(y)/(x)
// inputs: x(5) = 0.5 .. 1.5
// inputs: y(2) = 0
#include <stdio.h>
#include <stdlib.h>
static int pos;
static const char *next(const char **s) { return *(*s)++ ? *s : NULL; }
static int take(int *k) { return *k = (*k + 1) % 5; }
static void show(int k) { if (k > 100) printf("%d", k); }
void f(const double *x, double *y)
{
    int i, j = 0, k = 0;
    double b = 1;
    const char *s = "31204", *e;
    char *end;
    pos = 0;
    while ((e = next(&s)) && take(&k) < 4) b = b*x[k] + x[*e ? *e - '0' : 0];
    y[0] = b;
    for (i = 0; i < take(&j); i++) b = b*x[j] + 1;
    for (i = 0; take(&j) && i < 5; i++) b = b + x[j]*x[i];
    do b = b*x[j]*0.5; while (take(&j) != 2);
    switch (take(&j)) {
    case 3: b *= x[j];
    case 4: b += x[take(&j)]; b += x[j]; break;
    default: b = x[j];
    }
    show(take(&j));
    b *= (take(&j) > 2 ? x[j] : 1);
    if (sscanf("2 1", "%d %d", &k, &i) == 2) b *= x[k]*x[i];
    if (strtol("4 7", &end, 10) > 3 && strtol(end, &end, 10) == 7 && (k = 3)) b *= x[k];
    if (!take(&k) || take(&k) < 3) b = b*b*x[k];
    y[1] = b*x[j] + x[k];
}
