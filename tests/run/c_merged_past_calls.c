// Contributions to one derivative on both sides of a call that changes, by itself, what the first is made of.
// head: by_file(by_file)/(x s)
#include <math.h>

static double level = 0.75;

static double lowered(double a, double b)
{
    double c = a / (2.0 + level * level) * b;
    level = 0.5 * level;
    return c;
}

double by_file(double x, double s)
{
    level = 0.75;
    double c = lowered(x, x - s);
    return c - sin(sin(level) * s);
}
