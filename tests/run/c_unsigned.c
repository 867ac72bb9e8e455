// Loops over unsigned variables, whatever typedef names their type: backwards they must not wrap at zero, nor where they make no turn.
// head: sizes(s)/(x)
// inputs: n = 4
// inputs: k = 0
// inputs: x(4) = 0.5 .. 1
// inputs: s = 0 .. 0
// head: typedefs(s)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1
// inputs: s = 0 .. 0
#include <stddef.h>
#include <stdint.h>
typedef unsigned int idx_t;

void sizes(size_t n, size_t k, double *x, double *s)
{
    *s = 0;
    for (size_t i = 1; i < n; i++)
        x[i] = x[i]*x[i-1];
    for (size_t i = k; i < n; i++)
        x[i] = x[i]*x[i];
    for (size_t i = k + 1; i < n - 1; i += 2)
        x[i] = x[i]*x[i];
    for (size_t i = n - 1; i > k; i--)
        x[i] = x[i]*x[i-1];
    for (size_t i = n; i-- > 0;)
        *s += x[i]*x[i];
    for (size_t i = n; i-- > k;)
        *s *= x[i];
}

void typedefs(uint32_t n, double *x, double *s)
{
    idx_t k = n - 4;
    *s = 0;
    for (uint32_t i = k; i < n; i++)
        x[i] = x[i]*x[i];
    for (idx_t i = k; i < n; i++)
        x[i] = x[i]*x[i];
    for (idx_t i = 1; i < n; i += 2)
        x[i] = x[i]*x[i-1];
    for (idx_t i = n; i > 1; i -= 2)
        x[i-1] = x[i-1]*x[i-2];
    for (idx_t i = n + 3; i < n; i += 3)
        x[i-1] = x[i-1]*x[i-2];
    for (uint16_t i = 1; i < n; i += 2)
        x[i] = x[i]*x[i-1];
    for (idx_t i = 0; i < n; i++) {
        if (x[i] > 100)
            break;
        *s += x[i]*x[i]*x[n-1];
    }
}
