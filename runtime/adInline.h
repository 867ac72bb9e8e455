/* The entry points for scalars in place of their calls: included by adBuffer.h, which declares the same ones for adBuffer.c.
 *
 * A push of a REAL8 is then a comparison, a shift and two stores; as a call it cost as much again.
 */
#ifndef ADINLINE_H
#define ADINLINE_H

#include "adTape.h"

#define AD_SCALAR(name, kind, type)              \
    static inline void push##name(type adValue)  \
    {                                            \
        adPush(kind, &adValue, sizeof adValue);  \
    }                                            \
    static inline void pop##name(type *adValue)  \
    {                                            \
        adPop(kind, adValue, sizeof *adValue);   \
    }

AD_SCALAR(Integer2, AD_INTEGER2, short)
AD_SCALAR(Integer4, AD_INTEGER4, int)
AD_SCALAR(Integer8, AD_INTEGER8, long)
AD_SCALAR(Real4, AD_REAL4, float)
AD_SCALAR(Real8, AD_REAL8, double)
AD_SCALAR(Real16, AD_REAL16, long double)
AD_SCALAR(Complex8, AD_COMPLEX8, ccmplx)
AD_SCALAR(Complex16, AD_COMPLEX16, cdcmplx)
AD_SCALAR(Complex32, AD_COMPLEX32, cldcmplx)
AD_SCALAR(Character, AD_CHARACTER, char)
AD_SCALAR(Boolean, AD_BOOLEAN, int)
AD_SCALAR(Pointer4, AD_POINTER4, void *)
AD_SCALAR(Pointer8, AD_POINTER8, void *)

#define AD_CONTROL(width)                                         \
    static inline void pushControl##width##b(int adBranch)        \
    {                                                             \
        adPushControl(AD_CONTROL##width##B, adBranch, width);     \
    }                                                             \
    static inline void popControl##width##b(int *adBranch)        \
    {                                                             \
        *adBranch = adPopControl(AD_CONTROL##width##B, width);    \
    }

AD_CONTROL(1)
AD_CONTROL(2)
AD_CONTROL(3)
AD_CONTROL(4)
AD_CONTROL(5)
AD_CONTROL(6)
AD_CONTROL(7)
AD_CONTROL(8)
AD_CONTROL(9)

static inline void pushBit(int adBit)
{
    adPushControl(AD_BIT, adBit != 0, 1);
}

static inline int popBit(void)
{
    return adPopControl(AD_BIT, 1);
}

#undef AD_SCALAR
#undef AD_CONTROL

#endif
