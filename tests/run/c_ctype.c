// Functions and macros of <ctype.h> look at characters.
// head: product(y)/(x)
// inputs: x(3) = 0.5 .. 1.5
// inputs: y(1) = 0
// wrong interpreted: is not a pointer
#include <ctype.h>
#include <string.h>

void product(const double *x, double *y)
{
    const char *s = "ab 2C";
    double v = 1;
    for (; *s; s++) {
        if (isalpha((unsigned char)*s))
            v *= x[tolower((unsigned char)*s) - 'a'];
        else if (isdigit((unsigned char)*s) && strncmp(s, "2C", 2) == 0)
            v = v*v + x[0];
    }
    y[0] = v;
}
