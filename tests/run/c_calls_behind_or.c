// Functions that make memory, called where a test asks for them on one way only: behind `||` and `&&`, in ELSE IF, and where all of the test is a value.
// head: cost(y)/(x)
// inputs: n = 3
// inputs: x(3) = 1 .. 2
// inputs: kind = 1
// inputs: kind = 2
// inputs: kind = 5
#include <stdlib.h>
typedef struct {
    int n;
    double *u;
} sys_t;
static int setup(sys_t *s, int n, const double *x)
{
    s->n = n;
    s->u = malloc(n*sizeof *s->u);
    if (!s->u)
        return -1;
    for (int i = 0; i < n; i++)
        s->u[i] = x[i]*x[i];
    return 0;
}
static double total(const sys_t *s)
{
    double r = 0;
    for (int i = 0; i < s->n; i++)
        r += s->u[i]*s->u[i];
    return r;
}
static double behind_or(int n, const double *x)
{
    sys_t s;
    double r;
    if (n < 1 || setup(&s, n, x) != 0)
        return -1;
    r = total(&s)*x[0];
    free(s.u);
    return r;
}
static double behind_and(int n, const double *x)
{
    sys_t s;
    double r = x[0];
    if (n > 1 && 0 == setup(&s, n, x)) {
        r += total(&s);
        free(s.u);
    }
    return r;
}
void cost(int n, const double *x, int kind, double *y)
{
    sys_t s = { 0, NULL };
    double r = 0;
    if (kind > 4)
        r = x[0]*x[1];
    else if (kind > 1 && (n < 1 || setup(&s, n, x)))
        r = 1;
    if (s.u)
        r += total(&s);
    free(s.u);
    *y = r + behind_or(n, x)*behind_and(n, x);
}
