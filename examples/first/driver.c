/* The misfit and its gradient with respect to the rain of each day, in one call. */
#include <math.h>
#include <stdio.h>
#include "lake_b.h"

int main(void)
{
    enum { n = 30 };
    double rain[n], rainb[n], observed[n], misfit;
    for (int day = 0; day < n; day++) {
        rain[day] = 0.3;
        observed[day] = 0.3 + 0.2 * sin(0.3 * (day + 1));
    }
    lake_grad(n, rain, rainb, observed, &misfit);
    printf("misfit%9.5f\ngradient on days 1 to 5:", misfit);
    for (int day = 0; day < 5; day++)
        printf("%9.5f", rainb[day]);
    printf("\n");
    return 0;
}
