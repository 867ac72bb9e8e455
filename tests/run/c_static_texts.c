// A `static` text that a function without source is given as a `char *`: the derivative's file has its own.
// inputs: x = 0.5 .. 1.5
// head: g(g)/(x)
int putenv(char *);
static char name[] = "RGAMMA=1";

double g(double x)
{
    if (x > 1.0) {
        putenv(name);
        return 1.0/x;
    }
    return x*x;
}
