/* How long a push and its pop take, in nanoseconds. Run by `make -C runtime bench`, not by the tests. */
#include "adBuffer.h"

#include <stdio.h>
#include <time.h>

static double now(void)
{
    struct timespec t;

    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void scalars(long pairs)
{
    double x;
    int branch;

    for (long i = 0; i < pairs; i++) {
        pushReal8((double)i);
        pushControl1b((int)(i & 1));
    }
    for (long i = 0; i < pairs; i++) {
        popControl1b(&branch);
        popReal8(&x);
    }
}

static void arrays(long pairs)
{
    static double values[1000];

    for (long i = 0; i < pairs / 1000; i++)
        pushReal8Array(values, 1000);
    for (long i = 0; i < pairs / 1000; i++)
        popReal8Array(values, 1000);
}

static void report(const char *what, void (*run)(long), long pairs, int rounds)
{
    double best = 1e30;

    for (int round = 0; round < rounds; round++) {
        const double start = now();
        run(pairs);
        if (now() - start < best)
            best = now() - start;
    }
    printf("%-34s %8ld pairs: %6.2f ns each\n", what, pairs, 1e9 * best / (double)pairs);
}

int main(void)
{
    report("REAL8 and CONTROL1B", scalars, 1000, 10000);
    report("REAL8 and CONTROL1B", scalars, 10000000, 5);
    report("elements of REAL8ARRAY of 1000", arrays, 10000, 10000);
    report("elements of REAL8ARRAY of 1000", arrays, 50000000, 5);
    return 0;
}
