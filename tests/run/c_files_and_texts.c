// Integers that come from texts and files, by functions of the library that the program calls itself or in functions of its own.
// head: f(y)/(x)
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(2) = 0
// wrong interpreted: the source of `sscanf` was not given
#include <stdio.h>
#include <stdlib.h>
static int parse(const char *s, int *k) { return sscanf(s, "%d", k) == 1; }
static int number(const char **s) { char *e; long v = strtol(*s, &e, 10); *s = e; return (int)v; }
void f(const double *x, double *y)
{
    const char *list[] = { "1", "x", "3", "2" }, *s = " 2 0 3 1";
    int k = 0;
    double b = 1;
    for (int i = 0; i < 4; i++) {
        if (parse(list[i], &k)) b *= x[k];
        b += x[k]*0.5;
        if (i > 1 && number(&s) > 1) b = b*x[number(&s)];
    }
    y[0] = b;
    FILE *t = tmpfile();
    fputs("2 3\n1 0\n", t);
    fseek(t, 0, SEEK_SET);
    char line[32];
    int a, c;
    while (fgets(line, sizeof line, t)) { if (sscanf(line, "%d %d", &a, &c) == 2) b = b*x[a] + x[c]; }
    fclose(t);
    y[1] = b;
}
