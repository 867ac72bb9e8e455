/* Each thread has its own tape, and frees it when it ends. */
#include "adBuffer.h"

#include <pthread.h>
#include <signal.h>

#include "harness.h"

enum { THREADS = 8, MANY = 50000 };

static void *work(void *argument)
{
    const int seed = *(const int *)argument;
    double values[100], back[100];

    for (int round = 0; round < 5; round++) {
        CHECK(adStack_isEmpty());
        for (int i = 0; i < MANY; i++) {
            pushReal8(seed + i);
            pushControl1b((seed + i) % 2);
            if (i % 100 == 0) {
                for (int j = 0; j < 100; j++)
                    values[j] = seed * i + j;
                pushReal8Array(values, 100);
            }
        }
        for (int i = MANY - 1; i >= 0; i--) {
            double r8 = -1;
            int branch = -1;
            if (i % 100 == 0) {
                popReal8Array(back, 100);
                CHECK(back[0] == seed * i && back[99] == seed * i + 99);
            }
            popControl1b(&branch);
            popReal8(&r8);
            CHECK(branch == (seed + i) % 2 && r8 == seed + i);
        }
    }
    /* a thread may end with values on its tape: its memory is freed all the same */
    pushReal8(1.0);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int seeds[THREADS];

    pushInteger4(42);
    for (int t = 0; t < THREADS; t++) {
        seeds[t] = t;
        CHECK(pthread_create(&threads[t], NULL, work, &seeds[t]) == 0);
    }
    for (int t = 0; t < THREADS; t++)
        CHECK(pthread_join(threads[t], NULL) == 0);
    int i4 = 0;
    popInteger4(&i4);
    CHECK(i4 == 42);
    adStack_check();
    puts("threads: as expected");
    return 0;
}
