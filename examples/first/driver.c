/* The gradient of the misfit with respect to the rain of each day, in one call. */
#include <math.h>
#include <stdio.h>
#include "lake_b.h"

int main(void)
{
    enum { n = 30 };
    double rain[n], rainb[n] = {0}, observed[n];
    for (int day = 0; day < n; day++) {
        rain[day] = 0.3;
        observed[day] = 0.3 + 0.2 * sin(0.3 * (day + 1));
    }
    lake_b(n, rain, rainb, observed, 1.0);
    printf("gradient on days 1 to 5:");
    for (int day = 0; day < 5; day++)
        printf("%9.5f", rainb[day]);
    printf("\n");
    return 0;
}
