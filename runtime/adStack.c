/* The uncommon half of the tape: blocks, words of tags that overflow, repetitions, errors, the end of a thread. */
#include "adStack.h"
#include "adTape.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIRST_BLOCK = 64 * 1024, LARGEST_STEP = 64 * 1024 * 1024 };

/* Blocks form a chain in the order in which they were made, `next`, and are never freed while the tape is in use. */
typedef struct AdBlock {
    struct AdBlock *next;
    struct AdBlock *below; /* where the tape goes on under this block, and up to where: usually the block before */
    unsigned char *belowTop;
    size_t bytesBelow; /* size of the tape under this block */
    size_t index;      /* place in the chain, valid while the block is in use */
    size_t size;
    unsigned char data[];
} AdBlock;

/* A repetition protects all blocks up to `ceiling` from being written: pushes go to blocks above it. */
typedef struct AdRepeat {
    struct AdRepeat *outer;
    AdBlock *ceiling;
    AdBlock *block; /* the place to go back to */
    unsigned char *top;
    uint64_t tags;
} AdRepeat;

/* What the pointers of a tape without blocks point to: there is no room in it. */
static unsigned char nowhere[1];

_Thread_local AdTape adTape = {nowhere, nowhere, nowhere, nowhere, 1, 0, 0, NULL, NULL, NULL};

/* ---- errors ------------------------------------------------------------------------------------------------- */

static _Noreturn void fail(const char *format, ...)
{
    va_list arguments;

    fflush(stdout);
    fputs("rtapenade tape: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    abort();
}

static size_t currentSize(const AdTape *t)
{
    return t->block ? t->block->bytesBelow + (size_t)(t->top - t->block->data) : 0;
}

/* The kind on top, told from the tags only. */
static const char *kindOnTop(const AdTape *t)
{
    for (int k = 0; k < AD_NUMBER_OF_KINDS; k++)
        if ((t->tags & ((UINT64_C(1) << adKindCodes[k].bits) - 1)) == adKindCodes[k].code)
            return adKindCodes[k].name;
    return "unknown value (the tape was overwritten)";
}

_Noreturn void adFailKind(const AdTape *t, AdKind asked)
{
    fail("POP%s asked for, but the value on top is of kind %s (%zu bytes on the tape). "
         "Pops must mirror pushes exactly.",
         adKindCodes[asked].name, kindOnTop(t), currentSize(t));
}

_Noreturn void adFailControl(AdKind kind, int value)
{
    fail("PUSH%s(%d): the number does not fit in its bits.", adKindCodes[kind].name, value);
}

/* ---- blocks ------------------------------------------------------------------------------------------------- */

static void atEndOfThread(AdTape *t);

static AdBlock *newBlock(const AdTape *t, const AdBlock *before, size_t bytes)
{
    size_t size = before ? 2 * before->size : FIRST_BLOCK;
    AdBlock *block;

    if (size > LARGEST_STEP)
        size = LARGEST_STEP;
    if (size < bytes)
        size = bytes;
    block = size <= SIZE_MAX - sizeof *block ? malloc(sizeof *block + size) : NULL;
    if (!block)
        fail("out of memory: %zu more bytes asked for, %zu in use.", size, currentSize(t));
    block->next = NULL;
    block->size = size;
    return block;
}

static int isReading(const AdTape *t, const AdBlock *block)
{
    return t->repeat && t->repeat->ceiling && block->index <= t->repeat->ceiling->index;
}

static void notePeak(AdTape *t)
{
    if (t->block) {
        size_t size = t->block->bytesBelow + (size_t)(t->high - t->block->data);
        if (size > t->peak)
            t->peak = size;
    }
}

/* Goes to `top` in `block`. While a repetition reads, base and limit leave no room in either direction, so that every
 * pop and push comes through adPopSlowly and adMakeRoom. */
static void moveTo(AdTape *t, AdBlock *block, unsigned char *top)
{
    notePeak(t);
    t->block = block;
    t->top = t->base = t->limit = t->high = top;
    if (block && !isReading(t, block)) {
        t->base = block->data;
        t->limit = block->data + block->size;
    }
}

void adMakeRoom(AdTape *t, size_t bytes)
{
    AdBlock *last = t->block && isReading(t, t->block) ? t->repeat->ceiling : t->block;
    AdBlock *block = last ? last->next : NULL;

    if (!last)
        atEndOfThread(t);
    if (!block || block->size < bytes) {
        AdBlock *made = newBlock(t, last, bytes);
        made->next = block;
        block = made;
        if (last)
            last->next = block;
    }
    block->below = t->block;
    block->belowTop = t->top;
    block->bytesBelow = currentSize(t);
    block->index = last ? last->index + 1 : 0;
    moveTo(t, block, block->data);
}

/* Leaves the blocks that are used up; 0 when nothing is left below. */
static int findValue(AdTape *t)
{
    while (t->block && t->top == t->block->data) {
        if (!t->block->below)
            return 0;
        moveTo(t, t->block->below, t->block->belowTop);
    }
    return t->block != NULL;
}

void adPopSlowly(AdTape *t, void *value, size_t bytes)
{
    if (!findValue(t) || (size_t)(t->top - t->block->data) < bytes)
        fail("the tape was overwritten: a value of %zu bytes is missing.", bytes);
    t->top -= bytes;
    memcpy(value, t->top, bytes);
    if (isReading(t, t->block))
        t->base = t->limit = t->high = t->top;
}

void adSpillTags(AdTape *t)
{
    adWrite(t, &t->tags, sizeof t->tags);
    t->tags = 1;
}

void adReloadTags(AdTape *t, AdKind asked)
{
    if (!findValue(t))
        fail("POP%s asked for, but the tape is empty. Something was popped twice, or never pushed.",
             adKindCodes[asked].name);
    adRead(t, &t->tags, sizeof t->tags);
}

/* ---- arrays ------------------------------------------------------------------------------------------------- */

/* Over the elements lies a word that says how many there are, and of which kind. */
static uint64_t arrayWord(AdKind kind, int count)
{
    return (uint64_t)(count > 0 ? count : 0) << 8 | (uint64_t)kind;
}

void adPushArray(AdKind kind, const void *values, int count, size_t bytes)
{
    AdTape *t = &adTape;
    const uint64_t word = arrayWord(kind, count);

    adPushTag(t, AD_ARRAY, 0, 0);
    if (count > 0)
        adWrite(t, values, (size_t)count * bytes);
    adWrite(t, &word, sizeof word);
}

void adPopArray(AdKind kind, void *values, int count, size_t bytes)
{
    AdTape *t = &adTape;
    uint64_t word;

    if (t->tags == 1)
        adReloadTags(t, kind);
    if ((t->tags & ((UINT64_C(1) << adKindCodes[AD_ARRAY].bits) - 1)) != adKindCodes[AD_ARRAY].code)
        fail("POP%sARRAY of %d elements asked for, but the value on top is of kind %s. Pops must mirror pushes exactly.",
             adKindCodes[kind].name, count, kindOnTop(t));
    (void)adPopTag(t, AD_ARRAY, 0);
    adRead(t, &word, sizeof word);
    if (word != arrayWord(kind, count)) {
        const AdKind found = (AdKind)(word & 0xff);
        fail("POP%sARRAY of %d elements asked for, but the array on top is %s of %llu elements. "
             "Pops must mirror pushes exactly.",
             adKindCodes[kind].name, count, found < AD_NUMBER_OF_KINDS ? adKindCodes[found].name : "unknown",
             (unsigned long long)(word >> 8));
    }
    if (count > 0)
        adRead(t, values, (size_t)count * bytes);
}

/* ---- repetitions -------------------------------------------------------------------------------------------- */

void adStack_startRepeat(void)
{
    AdTape *t = &adTape;
    AdRepeat *r = t->spare ? t->spare : malloc(sizeof *r);
    AdBlock *ceiling = t->repeat ? t->repeat->ceiling : NULL;

    if (!r)
        fail("out of memory: no room for a repetition.");
    if (t->spare)
        t->spare = r->outer;
    if (!ceiling || (t->block && t->block->index > ceiling->index))
        ceiling = t->block;
    *r = (AdRepeat){t->repeat, ceiling, t->block, t->top, t->tags};
    t->repeat = r;
    moveTo(t, t->block, t->top);
}

void adStack_resetRepeat(void)
{
    AdTape *t = &adTape;
    const AdRepeat *r = t->repeat;

    if (!r)
        fail("adStack_resetRepeat without adStack_startRepeat.");
    if (findValue(t) && !isReading(t, t->block))
        fail("adStack_resetRepeat while values pushed since adStack_startRepeat are still on the tape.");
    t->tags = r->tags;
    if (r->block)
        moveTo(t, r->block, r->top);
}

void adStack_endRepeat(void)
{
    AdTape *t = &adTape;
    AdRepeat *r = t->repeat;

    if (!r)
        fail("adStack_endRepeat without adStack_startRepeat.");
    t->repeat = r->outer;
    r->outer = t->spare;
    t->spare = r;
    moveTo(t, t->block, t->top);
}

/* ---- what there is ------------------------------------------------------------------------------------------ */

int adStack_isEmpty(void)
{
    const AdTape *t = &adTape;
    const AdBlock *block = t->block;
    const unsigned char *top = t->top;

    while (block && top == block->data && block->below) {
        top = block->belowTop;
        block = block->below;
    }
    return t->tags == 1 && (!block || top == block->data);
}

void adStack_check(void)
{
    const AdTape *t = &adTape;

    if (!adStack_isEmpty())
        fail("not empty: %zu bytes were pushed and never popped%s%s.", currentSize(t),
             t->tags == 1 ? "" : "; the value on top is of kind ", t->tags == 1 ? "" : kindOnTop(t));
}

static size_t peakSize(void)
{
    notePeak(&adTape);
    return adTape.peak;
}

void adStack_showPeakSize(void)
{
    printf("Peak size of the tape: %zu bytes\n", peakSize());
    fflush(stdout);
}

void adStack_showTraffic(void)
{
    printf("Bytes pushed on the tape: %llu\n", (unsigned long long)adTape.pushed);
    fflush(stdout);
}

/* The first block of the chain: under every block in use there is one of lower index. */
static AdBlock *firstBlock(const AdTape *t)
{
    AdBlock *block = t->block;

    while (block && block->below)
        block = block->below;
    return block;
}

void showStackAndBuffers(const char *name)
{
    printf("%s: ", name);
    showStackAndBuffersSize();
}

void showStackAndBuffersSize(void)
{
    size_t blocks = 0, bytes = 0;

    for (const AdBlock *block = firstBlock(&adTape); block; block = block->next) {
        blocks++;
        bytes += block->size;
    }
    printf("tape of %zu bytes, in %zu blocks of %zu bytes together\n", currentSize(&adTape), blocks, bytes);
    fflush(stdout);
}

/* ---- the end ------------------------------------------------------------------------------------------------ */

static void freeTape(void *tape)
{
    AdTape *t = tape;
    AdBlock *block = firstBlock(t);

    while (block) {
        AdBlock *next = block->next;
        free(block);
        block = next;
    }
    for (; t->repeat; t->repeat = t->spare) {
        t->spare = t->repeat->outer;
        free(t->repeat);
    }
    while (t->spare) {
        AdRepeat *r = t->spare;
        t->spare = r->outer;
        free(r);
    }
    t->block = NULL;
    t->top = t->base = t->limit = t->high = nowhere;
    t->tags = 1;
}

void adStack_release(void)
{
    adStack_check();
    notePeak(&adTape);
    freeTape(&adTape);
}

static void freeOwnTape(void)
{
    freeTape(&adTape);
}

/* Weak, because a program without threads need not be linked with the library that has them (older C libraries keep
 * it apart). Then only the end of the program matters. */
#pragma weak pthread_once
#pragma weak pthread_key_create
#pragma weak pthread_setspecific

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int keyMade;

static void prepareEnd(void)
{
    atexit(freeOwnTape);
    keyMade = pthread_key_create && pthread_setspecific && pthread_key_create(&key, freeTape) == 0;
}

static void atEndOfThread(AdTape *t)
{
    if (pthread_once) {
        pthread_once(&once, prepareEnd);
        if (keyMade)
            pthread_setspecific(key, t);
    } else {
        static int prepared;
        if (!prepared)
            prepareEnd();
        prepared = 1;
    }
}
