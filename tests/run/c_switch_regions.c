// Directives in front of the `break` of a case.
// head: run(x y)/(x y)
// inputs: k = 1
// inputs: x = 0.5 .. 1.5
// inputs: y = 0.5 .. 1.5
#include <math.h>
void run(int k, double *x, double *y)
{
    for (; k < 4; k++)
        switch (k) {
        case 1:
            //$AD CHECKPOINT-START
            *x = sin(*x)**y;
            *y *= *x;
            //$AD CHECKPOINT-END
            break;
        case 2: {
            double t = *x**y;
            /* $AD CHECKPOINT-START */
            *x += sin(t);
            *y = *x*t;
            /* $AD CHECKPOINT-END */
            break;
        }
        default:
            *y += *x;
        }
}
