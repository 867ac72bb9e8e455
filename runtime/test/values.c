/* Values come back as they were pushed: every entry point, then long random sequences over many blocks. */
#include "adBuffer.h"
#include "adTape.h"

#include <complex.h>
#include <limits.h>
#include <signal.h>

#include "harness.h"

/* No code of a kind may end with another one: else the kind on top could not be told. */
static void codesAreDistinct(void)
{
    for (int i = 0; i < AD_NUMBER_OF_KINDS; i++) {
        const AdKindCode *a = &adKindCodes[i];
        CHECK(a->code >> a->bits == 0);
        for (int j = 0; j < AD_NUMBER_OF_KINDS; j++) {
            const AdKindCode *b = &adKindCodes[j];
            if (i != j && a->bits <= b->bits)
                CHECK((b->code & ((1u << a->bits) - 1)) != a->code);
        }
    }
}

static void everyScalar(void)
{
    short i2 = 0;
    int i4 = 0, truth = 0, here = 0;
    long i8 = 0;
    float r4 = 0;
    double r8 = 0;
    long double r16 = 0;
    ccmplx c8 = 0;
    cdcmplx c16 = 0;
    cldcmplx c32 = 0;
    char text = 0;
    void *p4 = NULL, *p8 = NULL;

    pushInteger2(SHRT_MIN);
    pushInteger4(INT_MIN);
    pushInteger8(LONG_MIN);
    pushReal4(0.1f);
    pushReal8(0.1);
    pushReal16(0.1L);
    pushComplex8(1.0f + 2.0f * I);
    pushComplex16(3.0 + 4.0 * I);
    pushComplex32(5.0L + 6.0L * I);
    pushCharacter('z');
    pushBoolean(1);
    pushPointer4(&here);
    pushPointer8(&here);
    CHECK(!adStack_isEmpty());
    popPointer8(&p8);
    popPointer4(&p4);
    popBoolean(&truth);
    popCharacter(&text);
    popComplex32(&c32);
    popComplex16(&c16);
    popComplex8(&c8);
    popReal16(&r16);
    popReal8(&r8);
    popReal4(&r4);
    popInteger8(&i8);
    popInteger4(&i4);
    popInteger2(&i2);
    CHECK(p8 == &here && p4 == &here && truth == 1 && text == 'z');
    CHECK(c32 == 5.0L + 6.0L * I && c16 == 3.0 + 4.0 * I && c8 == 1.0f + 2.0f * I);
    CHECK(r16 == 0.1L && r8 == 0.1 && r4 == 0.1f && i8 == LONG_MIN && i4 == INT_MIN && i2 == SHRT_MIN);
    CHECK(adStack_isEmpty());
}

#define ARRAY_COMES_BACK(Name, type)                    \
    do {                                                \
        type out[5] = {1, 2, 3, 4, 5}, in[5] = {0};     \
        push##Name##Array(out, 5);                      \
        push##Name##Array(out, 0);                      \
        push##Name##Array(out, -3);                     \
        pop##Name##Array(in, 0);                        \
        pop##Name##Array(in, 0);                        \
        CHECK(in[0] == 0);                              \
        pop##Name##Array(in, 5);                        \
        for (int i = 0; i < 5; i++)                     \
            CHECK(in[i] == out[i]);                     \
        CHECK(adStack_isEmpty());                       \
    } while (0)

static void everyArray(void)
{
    ARRAY_COMES_BACK(Integer2, short);
    ARRAY_COMES_BACK(Integer4, int);
    ARRAY_COMES_BACK(Integer8, long);
    ARRAY_COMES_BACK(Real4, float);
    ARRAY_COMES_BACK(Real8, double);
    ARRAY_COMES_BACK(Real16, long double);
    ARRAY_COMES_BACK(Complex8, ccmplx);
    ARRAY_COMES_BACK(Complex16, cdcmplx);
    ARRAY_COMES_BACK(Complex32, cldcmplx);
    ARRAY_COMES_BACK(Character, char);
    ARRAY_COMES_BACK(Boolean, int);
}

typedef struct {
    void (*push)(int);
    void (*pop)(int *);
} Control;

static const Control controls[] = {
    {pushControl1b, popControl1b}, {pushControl2b, popControl2b}, {pushControl3b, popControl3b},
    {pushControl4b, popControl4b}, {pushControl5b, popControl5b}, {pushControl6b, popControl6b},
    {pushControl7b, popControl7b}, {pushControl8b, popControl8b}, {pushControl9b, popControl9b},
};

static void everyControl(void)
{
    for (int k = 0; k < 9; k++) {
        const int n = 1 << (k + 1);
        int branch = -1;
        for (int i = 0; i < n; i++)
            controls[k].push(i);
        pushBit(k);
        CHECK(popBit() == (k != 0));
        for (int i = n - 1; i >= 0; i--) {
            controls[k].pop(&branch);
            CHECK(branch == i);
        }
        CHECK(adStack_isEmpty());
    }
}

/* One push of a random kind, or its pop: both follow from the state of the generator alone. */
static void randomOne(unsigned state, int restoring)
{
    static double image[40000], read[40000];
    const unsigned what = nextRandom(&state) % 8, value = nextRandom(&state);

    if (what < 2) {
        double r8 = -1;
        if (!restoring) {
            pushReal8(value);
        } else {
            popReal8(&r8);
            CHECK(r8 == value);
        }
    } else if (what < 4) {
        const int k = (int)(value % 9), branch = (int)(value / 9 % (2u << k));
        int b = -1;
        if (!restoring) {
            controls[k].push(branch);
        } else {
            controls[k].pop(&b);
            CHECK(b == branch);
        }
    } else if (what < 6) {
        int i4 = -1;
        if (!restoring) {
            pushInteger4((int)value);
        } else {
            popInteger4(&i4);
            CHECK(i4 == (int)value);
        }
    } else {
        /* mostly short, now and then longer than the first blocks */
        const int n = (int)(value % 64 == 0 ? value / 64 % 40000 : value % 50);
        for (int i = 0; i < n; i++) {
            image[i] = value + i;
            read[i] = -1;
        }
        if (!restoring) {
            pushReal8Array(image, n);
        } else {
            popReal8Array(read, n);
            CHECK(memcmp(image, read, (size_t)n * sizeof *image) == 0);
        }
    }
}

/* A random walk: the tape grows and shrinks, and crosses the ends of blocks in both directions. */
static void randomWalk(unsigned seed)
{
    enum { DEEPEST = 20000 };
    static unsigned seeds[DEEPEST];
    int depth = 0;

    for (int turn = 0; turn < 60; turn++) {
        const int goal = (int)(nextRandom(&seed) % DEEPEST);
        while (depth < goal) {
            seeds[depth] = nextRandom(&seed);
            randomOne(seeds[depth], 0);
            depth++;
        }
        while (depth > goal) {
            depth--;
            randomOne(seeds[depth], 1);
        }
    }
    while (depth > 0) {
        depth--;
        randomOne(seeds[depth], 1);
    }
    CHECK(adStack_isEmpty());
    adStack_check();
}

int main(void)
{
    codesAreDistinct();
    CHECK(adStack_isEmpty());
    everyScalar();
    everyArray();
    everyControl();
    for (unsigned seed = 1; seed <= 5; seed++)
        randomWalk(seed);
    adStack_release();
    everyScalar();
    adStack_showPeakSize();
    adStack_showTraffic();
    showStackAndBuffers("at the end");
    return 0;
}
