/* Reading the tape several times, with pushes and pops in between, nested, and over the ends of blocks. */
#include "adBuffer.h"

#include <signal.h>

#include "harness.h"

enum { MANY = 30000 };

static void fill(int from, int to)
{
    for (int i = from; i < to; i++) {
        pushReal8(i);
        if (i % 3 == 0)
            pushControl2b(i % 4);
    }
}

static void drain(int from, int to)
{
    for (int i = to - 1; i >= from; i--) {
        double r8 = -1;
        int branch = -1;
        if (i % 3 == 0) {
            popControl2b(&branch);
            CHECK(branch == i % 4);
        }
        popReal8(&r8);
        CHECK(r8 == i);
    }
}

static void readTwiceThenPop(void)
{
    fill(0, MANY);
    adStack_startRepeat();
    for (int pass = 0; pass < 2; pass++) {
        drain(100, MANY);
        adStack_resetRepeat();
    }
    adStack_endRepeat();
    drain(0, MANY);
    CHECK(adStack_isEmpty());
}

/* While the tape is read, what lies above and below the place of reading must survive pushes. */
static void pushWhileReading(void)
{
    fill(0, MANY);
    adStack_startRepeat();
    for (int pass = 0; pass < 3; pass++) {
        drain(MANY / 2, MANY);
        fill(0, MANY);
        drain(0, MANY);
        pushControl1b(pass % 2);
        drain(0, 0);
        int branch = -1;
        popControl1b(&branch);
        CHECK(branch == pass % 2);
        drain(10, MANY / 2);
        adStack_resetRepeat();
    }
    adStack_endRepeat();
    drain(0, MANY);
    CHECK(adStack_isEmpty());
}

static void nested(void)
{
    fill(0, MANY);
    adStack_startRepeat();
    for (int outer = 0; outer < 2; outer++) {
        drain(MANY - 1000, MANY);
        fill(0, 500);
        adStack_startRepeat();
        for (int inner = 0; inner < 2; inner++) {
            drain(0, 500);
            fill(7, 20000);
            drain(7, 20000);
            /* reads on below what the outer level pushed */
            drain(MANY - 5000, MANY - 1000);
            fill(0, 100);
            drain(0, 100);
            adStack_resetRepeat();
        }
        adStack_endRepeat();
        drain(0, 500);
        drain(0, MANY - 1000);
        adStack_resetRepeat();
    }
    adStack_endRepeat();
    drain(0, MANY);
    CHECK(adStack_isEmpty());
}

/* A repetition that ends below its start gives up what is above. */
static void endBelow(void)
{
    fill(0, MANY);
    adStack_startRepeat();
    drain(50, MANY);
    adStack_endRepeat();
    fill(50, MANY);
    drain(0, MANY);
    CHECK(adStack_isEmpty());
}

/* A snapshot that is looked at: the way binomial checkpointing uses it. */
static void snapshot(void)
{
    static double state[20000], read[20000];

    for (int i = 0; i < 20000; i++)
        state[i] = i;
    fill(0, 10);
    pushReal8Array(state, 20000);
    for (int look = 0; look < 3; look++) {
        adStack_startRepeat();
        popReal8Array(read, 20000);
        adStack_resetRepeat();
        adStack_endRepeat();
        CHECK(memcmp(state, read, sizeof read) == 0);
        fill(0, MANY);
        drain(0, MANY);
    }
    popReal8Array(read, 20000);
    drain(0, 10);
    CHECK(adStack_isEmpty());
}

static void onEmptyTape(void)
{
    adStack_startRepeat();
    fill(0, MANY);
    drain(0, MANY);
    adStack_resetRepeat();
    fill(0, 1);
    drain(0, 1);
    adStack_resetRepeat();
    adStack_endRepeat();
    CHECK(adStack_isEmpty());
}

int main(void)
{
    for (int round = 0; round < 2; round++) {
        onEmptyTape();
        readTwiceThenPop();
        pushWhileReading();
        nested();
        endBelow();
        snapshot();
        adStack_release();
    }
    /* a repetition that is never ended is no leak either */
    adStack_startRepeat();
    puts("repeat: as expected");
    return 0;
}
