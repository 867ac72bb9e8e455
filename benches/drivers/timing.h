/* What the drivers in C share: the shortest time of several repetitions, a checksum of the derivatives, one line of output. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double primal = 1e30, derivative = 1e30, check, since;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9*t.tv_nsec;
}

static inline void start(void) { since = now(); }

static inline void stop_clock(double *best)
{
    double t = now() - since;
    if (t < *best)
        *best = t;
}

/* Weighs every element differently: two gradients that agree here agree. */
static inline void weigh(int n, const double *x)
{
    for (int i = 0; i < n; i++)
        check += x[i]*(1.0 + 0.5*sin(i + 1.0));
}

static inline int repetitions(int argc, char **argv, int usual) { return argc > 1 ? atoi(argv[1]) : usual; }

/* Primal in milliseconds, ratio, checksum. */
static inline int report(void)
{
    printf("%10.4f %8.2f %24.15e\n", primal*1e3, derivative/primal, check);
    return 0;
}
