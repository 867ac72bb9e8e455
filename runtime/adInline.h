/* The entry points for scalars, in place of their calls. Included by adBuffer.h where the compiler optimises; what it leaves out it declares.
 *
 * The tape is named everywhere, never reached through a pointer to it: compilers that look for null pointers test the address of a
 * thread's variable by the flags of the addition that makes it, and linkers replace that addition by one that sets none.
 */
#ifndef ADINLINE_H
#define ADINLINE_H

#include "adTape.h"

static inline void adPushHere(AdKind kind, const void *value, size_t bytes)
{
    const unsigned bits = adKindCodes[kind].bits;

    if (adTape.tags >> (64 - bits))
        adSpillTags(&adTape);
    adTape.tags = adTape.tags << bits | adKindCodes[kind].code;
    if ((size_t)(adTape.limit - adTape.top) < bytes)
        adMakeRoom(&adTape, bytes);
    memcpy(adTape.top, value, bytes);
    adTape.top += bytes;
    adTape.pushed += bytes;
    if (adTape.top > adTape.high)
        adTape.high = adTape.top;
}

static inline uint64_t adPopTagHere(AdKind kind, unsigned width)
{
    const unsigned bits = adKindCodes[kind].bits;
    uint64_t value;

    if (adTape.tags == 1)
        adReloadTags(&adTape, kind);
    if ((adTape.tags & ((UINT64_C(1) << bits) - 1)) != adKindCodes[kind].code)
        adFailKind(&adTape, kind);
    value = adTape.tags >> bits & ((UINT64_C(1) << width) - 1);
    adTape.tags >>= bits + width;
    return value;
}

static inline void adPopHere(AdKind kind, void *value, size_t bytes)
{
    (void)adPopTagHere(kind, 0);
    if ((size_t)(adTape.top - adTape.base) < bytes) {
        adPopSlowly(&adTape, value, bytes);
        return;
    }
    adTape.top -= bytes;
    memcpy(value, adTape.top, bytes);
}

static inline void adPushControlHere(AdKind kind, int branch, unsigned width)
{
    const unsigned bits = adKindCodes[kind].bits;

    if (branch < 0 || branch >> width)
        adFailControl(kind, branch);
    if (adTape.tags >> (64 - bits - width))
        adSpillTags(&adTape);
    adTape.tags = (adTape.tags << width | (uint64_t)branch) << bits | adKindCodes[kind].code;
}

#define AD_SCALAR(name, kind, type)                          \
    static inline void push##name(type adValue)              \
    {                                                        \
        adPushHere(AD_##kind, &adValue, sizeof adValue);     \
    }                                                        \
    static inline void pop##name(type *adValue)              \
    {                                                        \
        adPopHere(AD_##kind, adValue, sizeof *adValue);      \
    }

AD_SCALAR(Integer2, INTEGER2, short)
AD_SCALAR(Integer4, INTEGER4, int)
AD_SCALAR(Integer8, INTEGER8, long)
AD_SCALAR(Real4, REAL4, float)
AD_SCALAR(Real8, REAL8, double)
AD_SCALAR(Real16, REAL16, long double)
AD_SCALAR(Complex8, COMPLEX8, ccmplx)
AD_SCALAR(Complex16, COMPLEX16, cdcmplx)
AD_SCALAR(Complex32, COMPLEX32, cldcmplx)
AD_SCALAR(Character, CHARACTER, char)
AD_SCALAR(Boolean, BOOLEAN, int)
AD_SCALAR(Pointer4, POINTER4, void *)
AD_SCALAR(Pointer8, POINTER8, void *)

#define AD_BRANCH(width)                                                \
    static inline void pushControl##width##b(int adBranch)              \
    {                                                                   \
        adPushControlHere(AD_CONTROL##width##B, adBranch, width);       \
    }                                                                   \
    static inline void popControl##width##b(int *adBranch)              \
    {                                                                   \
        *adBranch = (int)adPopTagHere(AD_CONTROL##width##B, width);     \
    }

AD_BRANCH(1)
AD_BRANCH(2)
AD_BRANCH(3)
AD_BRANCH(4)
AD_BRANCH(5)
AD_BRANCH(6)
AD_BRANCH(7)
AD_BRANCH(8)
AD_BRANCH(9)

static inline void pushBit(int adBit)
{
    adPushControlHere(AD_BIT, adBit != 0, 1);
}

static inline int popBit(void)
{
    return (int)adPopTagHere(AD_BIT, 1);
}

#undef AD_SCALAR
#undef AD_BRANCH

#endif
