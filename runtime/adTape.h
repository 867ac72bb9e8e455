/* The tape of one thread, and the inline operations that every entry point is made of.
 *
 * Internal to the runtime. Generated code includes adBuffer.h (C) or calls the entry points of adFortran.c.
 *
 * The tape is one stack of bytes, in blocks that are kept and used again. Next to it stands `tags`, a stack of bits in
 * one word: for each value that was pushed, the code of its kind (two bits for the most frequent kinds). When the word
 * is full it goes on the stack of bytes like any value, and a fresh word is begun. Control numbers are stored in `tags`
 * too, below their code: a PUSHCONTROL1B costs three bits in all. A pop that asks for another kind than the one on top
 * is therefore always noticed, for 3 % of memory on a tape of REAL8.
 *
 * The highest bit set in `tags` is not a code: it marks where the codes end. A word that is just 1 holds none.
 */
#ifndef ADTAPE_H
#define ADTAPE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Every kind of value: K(name, code, length of the code in bits).
 * No code ends with another one, so the low bits of `tags` say without doubt what is on top. */
#define AD_KINDS(K)        \
    K(REAL8, 0x00, 2)      \
    K(CONTROL1B, 0x01, 2)  \
    K(REAL4, 0x02, 4)      \
    K(INTEGER4, 0x06, 4)   \
    K(ARRAY, 0x0a, 4)      \
    K(CONTROL2B, 0x0e, 4)  \
    K(INTEGER2, 0x03, 7)   \
    K(INTEGER8, 0x07, 7)   \
    K(REAL16, 0x0b, 7)     \
    K(COMPLEX8, 0x0f, 7)   \
    K(COMPLEX16, 0x13, 7)  \
    K(COMPLEX32, 0x17, 7)  \
    K(CHARACTER, 0x1b, 7)  \
    K(BOOLEAN, 0x1f, 7)    \
    K(POINTER4, 0x23, 7)   \
    K(POINTER8, 0x27, 7)   \
    K(BIT, 0x2b, 7)        \
    K(CONTROL3B, 0x2f, 7)  \
    K(CONTROL4B, 0x33, 7)  \
    K(CONTROL5B, 0x37, 7)  \
    K(CONTROL6B, 0x3b, 7)  \
    K(CONTROL7B, 0x3f, 7)  \
    K(CONTROL8B, 0x43, 7)  \
    K(CONTROL9B, 0x47, 7)

typedef enum {
#define K(name, code, bits) AD_##name,
    AD_KINDS(K)
#undef K
    AD_NUMBER_OF_KINDS
} AdKind;

typedef struct {
    const char *name;
    uint64_t code;
    unsigned bits;
} AdKindCode;

static const AdKindCode adKindCodes[AD_NUMBER_OF_KINDS] = {
#define K(name, code, bits) {#name, code, bits},
    AD_KINDS(K)
#undef K
};

struct AdBlock;
struct AdRepeat;

typedef struct {
    unsigned char *top;   /* first free byte */
    unsigned char *base;  /* a pop may read down to here without further question */
    unsigned char *limit; /* a push may write up to here without further question */
    unsigned char *high;  /* highest top seen in this block */
    uint64_t tags;
    uint64_t pushed;         /* bytes pushed since the thread began */
    size_t peak;             /* largest size seen when a block was left */
    struct AdBlock *block;   /* holds `top`; none before the first push */
    struct AdRepeat *repeat; /* innermost repetition under way */
    struct AdRepeat *spare;  /* ended ones, kept for the next */
} AdTape;

extern _Thread_local AdTape adTape;

/* The uncommon cases, in adStack.c. */
void adMakeRoom(AdTape *t, size_t bytes);
void adSpillTags(AdTape *t);
void adReloadTags(AdTape *t, AdKind asked);
void adPopSlowly(AdTape *t, void *value, size_t bytes);
_Noreturn void adFailKind(const AdTape *t, AdKind asked);
_Noreturn void adFailControl(AdKind kind, int value);

static inline void adWrite(AdTape *t, const void *value, size_t bytes)
{
    unsigned char *top = t->top;

    if ((size_t)(t->limit - top) < bytes) {
        adMakeRoom(t, bytes);
        top = t->top;
    }
    memcpy(top, value, bytes);
    top += bytes;
    t->top = top;
    t->pushed += bytes;
    if (top > t->high)
        t->high = top;
}

static inline void adRead(AdTape *t, void *value, size_t bytes)
{
    unsigned char *top = t->top;

    if ((size_t)(top - t->base) < bytes) {
        adPopSlowly(t, value, bytes);
        return;
    }
    top -= bytes;
    memcpy(value, top, bytes);
    t->top = top;
}

/* Puts the code of `kind` on the tags, over the `width` low bits of `value`. Comes before the value is written: a word
 * of tags that is spilled must lie below the value, where the pop will look for it. */
static inline void adPushTag(AdTape *t, AdKind kind, uint64_t value, unsigned width)
{
    const unsigned bits = adKindCodes[kind].bits;

    if (t->tags >> (64 - bits - width))
        adSpillTags(t);
    t->tags = (t->tags << width | value) << bits | adKindCodes[kind].code;
}

/* Takes the code of `kind` off the tags, and gives back the `width` bits that were below it. */
static inline uint64_t adPopTag(AdTape *t, AdKind kind, unsigned width)
{
    const unsigned bits = adKindCodes[kind].bits;
    uint64_t value;

    if (t->tags == 1)
        adReloadTags(t, kind);
    if ((t->tags & ((UINT64_C(1) << bits) - 1)) != adKindCodes[kind].code)
        adFailKind(t, kind);
    value = t->tags >> bits & ((UINT64_C(1) << width) - 1);
    t->tags >>= bits + width;
    return value;
}

static inline void adPush(AdKind kind, const void *value, size_t bytes)
{
    AdTape *t = &adTape;

    adPushTag(t, kind, 0, 0);
    adWrite(t, value, bytes);
}

static inline void adPop(AdKind kind, void *value, size_t bytes)
{
    AdTape *t = &adTape;

    (void)adPopTag(t, kind, 0);
    adRead(t, value, bytes);
}

static inline void adPushControl(AdKind kind, int value, unsigned width)
{
    if (value < 0 || value >> width)
        adFailControl(kind, value);
    adPushTag(&adTape, kind, (uint64_t)value, width);
}

static inline int adPopControl(AdKind kind, unsigned width)
{
    return (int)adPopTag(&adTape, kind, width);
}

/* Arrays: `count` elements of `bytes` bytes each. A negative count is an empty array, as a Fortran section has it. */
void adPushArray(AdKind kind, const void *values, int count, size_t bytes);
void adPopArray(AdKind kind, void *values, int count, size_t bytes);

#endif
