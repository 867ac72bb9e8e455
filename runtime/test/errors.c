/* What is not mirrored is noticed, said and stopped. */
#include "adBuffer.h"

#include <signal.h>
#include <sys/resource.h>

#include "harness.h"

static double r8, values[100000];
static float r4;
static int i4, branch;

static void popTwice(void)
{
    pushReal8(1.0);
    popReal8(&r8);
    popReal8(&r8);
}

static void popNothing(void)
{
    popControl1b(&branch);
}

static void otherType(void)
{
    pushInteger4(1);
    popReal4(&r4);
}

static void otherOrder(void)
{
    pushReal8(1.0);
    pushInteger4(1);
    popReal8(&r8);
}

static void otherWidth(void)
{
    pushControl1b(1);
    popControl2b(&branch);
}

/* The word of tags with the wrong kind has been spilled long ago. */
static void otherKindFarBelow(void)
{
    pushReal4(1.0f);
    for (int i = 0; i < 100000; i++) {
        pushReal8(i);
        pushControl3b(i % 8);
    }
    for (int i = 0; i < 100000; i++) {
        popControl3b(&branch);
        popReal8(&r8);
    }
    popInteger4(&i4);
}

static void otherCount(void)
{
    pushReal8Array(values, 12);
    popReal8Array(values, 11);
}

static void otherElements(void)
{
    float few[12];

    pushReal8Array(values, 6);
    popReal4Array(few, 6);
}

static void arrayAsScalar(void)
{
    pushReal8Array(values, 1);
    popReal8(&r8);
}

static void scalarAsArray(void)
{
    pushReal8(1.0);
    popReal8Array(values, 1);
}

static void branchTooLarge(void)
{
    pushControl2b(4);
}

static void branchNegative(void)
{
    pushControl1b(-1);
}

static void leftOver(void)
{
    pushReal8(1.0);
    adStack_check();
}

static void leftOverControl(void)
{
    pushControl1b(1);
    adStack_release();
}

static void resetAlone(void)
{
    adStack_resetRepeat();
}

static void endAlone(void)
{
    adStack_endRepeat();
}

static void resetTooEarly(void)
{
    pushReal8(1.0);
    adStack_startRepeat();
    popReal8(&r8);
    pushReal8(2.0);
    adStack_resetRepeat();
}

#ifndef __SANITIZE_ADDRESS__
static void noMemory(void)
{
    const struct rlimit limit = {200u << 20, 200u << 20};

    setrlimit(RLIMIT_AS, &limit);
    for (int i = 0; i < 1000; i++)
        pushReal8Array(values, 100000);
}
#endif

int main(void)
{
    EXPECT_ABORT(popTwice, "POPREAL8 asked for, but the tape is empty");
    EXPECT_ABORT(popNothing, "POPCONTROL1B asked for, but the tape is empty");
    EXPECT_ABORT(otherType, "POPREAL4 asked for, but the value on top is of kind INTEGER4");
    EXPECT_ABORT(otherOrder, "POPREAL8 asked for, but the value on top is of kind INTEGER4");
    EXPECT_ABORT(otherWidth, "POPCONTROL2B asked for, but the value on top is of kind CONTROL1B");
    EXPECT_ABORT(otherKindFarBelow, "POPINTEGER4 asked for, but the value on top is of kind REAL4");
    EXPECT_ABORT(otherCount, "POPREAL8ARRAY of 11 elements asked for, but the array on top is REAL8 of 12 elements");
    EXPECT_ABORT(otherElements, "POPREAL4ARRAY of 6 elements asked for, but the array on top is REAL8 of 6 elements");
    EXPECT_ABORT(arrayAsScalar, "POPREAL8 asked for, but the value on top is of kind ARRAY");
    EXPECT_ABORT(scalarAsArray, "POPREAL8ARRAY of 1 elements asked for, but the value on top is of kind REAL8");
    EXPECT_ABORT(branchTooLarge, "PUSHCONTROL2B(4)");
    EXPECT_ABORT(branchNegative, "PUSHCONTROL1B(-1)");
    EXPECT_ABORT(leftOver, "not empty: 8 bytes");
    EXPECT_ABORT(leftOverControl, "the value on top is of kind CONTROL1B");
    EXPECT_ABORT(resetAlone, "without adStack_startRepeat");
    EXPECT_ABORT(endAlone, "without adStack_startRepeat");
    EXPECT_ABORT(resetTooEarly, "still on the tape");
#ifndef __SANITIZE_ADDRESS__
    EXPECT_ABORT(noMemory, "out of memory");
#endif
    puts("errors: as expected");
    return 0;
}
