/* Binomial checkpointing: every step is turned once, in reverse, from its own state; the steps advanced are as few as the binomial formula
 * says, with no more snapshots than allowed. */
#include "adBinomial.h"

#include "harness.h"

enum { PUSHSNAP = 1, LOOKSNAP, POPSNAP, ADVANCE, FIRSTTURN, TURN };

static int snapshots[100000];

/* Runs the automaton of `length` steps; a loop that has only `really` of them says so. The number of steps advanced. */
static long run(int length, int allowed, int first, int really)
{
    long advanced = 0;
    int used = 0, state = first, next = first + really - 1, turns = 0, action, step;

    adBinomial_init(length, allowed, first);
    while (adBinomial_next(&action, &step)) {
        switch (action) {
        case PUSHSNAP:
            CHECK(step == state);
            CHECK(used < allowed);
            snapshots[used++] = state;
            break;
        case LOOKSNAP:
            CHECK(used > 0 && step == snapshots[used - 1]);
            state = step;
            break;
        case POPSNAP:
            CHECK(used > 0 && step == snapshots[--used]);
            state = step;
            break;
        case ADVANCE:
            CHECK(step == state);
            if (step < first + really - 1) {
                state++;
                advanced++;
                break;
            }
            adBinomial_resize();
            /* fall through */
        case FIRSTTURN:
            CHECK(turns == 0);
            CHECK(step == state && step == next);
            turns++;
            next--;
            state = -1;
            break;
        case TURN:
            CHECK(turns > 0);
            CHECK(step == state && step == next);
            turns++;
            next--;
            state = -1;
            break;
        default:
            CHECK(!"an unknown action");
        }
    }
    CHECK(turns == really);
    CHECK(used == 0);
    return advanced;
}

static double beta(int c, int r)
{
    double b = 1;
    for (int k = 1; k <= r; k++)
        b = b * (c + k) / k;
    return r < 0 ? 0 : b;
}

/* The least number of steps to advance: r l - beta(c + 1, r - 1). */
static long least(int length, int c)
{
    int r = 0;
    while (beta(c, r) < length)
        r++;
    return r * (long)length - (long)(beta(c + 1, r - 1) + 0.5);
}

static void theFormula(void)
{
    static const int few[] = {1, 2, 3, 4, 5, 8};
    for (unsigned k = 0; k < sizeof few / sizeof few[0]; k++)
        for (int length = 1; length <= 300; length++)
            CHECK(run(length, few[k], 1, length) == least(length, few[k]));
    for (int length = 1; length <= 10000; length += length < 1500 ? 1 : 97)
        CHECK(run(length, 10, 0, length) == least(length, 10));
    CHECK(run(10000, 2, 1, 10000) == least(10000, 2));
    CHECK(run(10000, 3, 1, 10000) == least(10000, 3));
    CHECK(run(10000, 98, 1, 10000) == least(10000, 98));
    CHECK(run(10000, 20000, 1, 10000) == 9999);
}

static void endingEarly(void)
{
    for (int allowed = 1; allowed <= 6; allowed++)
        for (int length = 2; length <= 40; length++)
            for (int really = 1; really < length; really++)
                run(length, allowed, 3, really);
}

static void nesting(void)
{
    int action, step, turns = 0;
    adBinomial_init(20, 3, 1);
    while (adBinomial_next(&action, &step))
        if (action == TURN) {
            CHECK(run(15, 2, 1, 15) == least(15, 2));
            turns++;
        }
    CHECK(turns == 19);
}

static void noSnapshots(void)
{
    adBinomial_init(10, 0, 1);
}

static void resizeOutside(void)
{
    adBinomial_resize();
}

int main(void)
{
    theFormula();
    endingEarly();
    nesting();
    EXPECT_ABORT(noSnapshots, "at least one snapshot");
    EXPECT_ABORT(resizeOutside, "ADBINOMIAL_RESIZE");
    return 0;
}
