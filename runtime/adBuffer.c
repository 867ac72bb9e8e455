/* The entry points of generated C code. The names and types are those of adBuffer.h, which the compiler compares. */
#ifndef AD_OUT_OF_LINE
#define AD_OUT_OF_LINE
#endif
#include "adBuffer.h"
#include "adTape.h"

/* V(name, kind, type of C) */
#define VALUES(V)                        \
    V(Integer2, INTEGER2, short)         \
    V(Integer4, INTEGER4, int)           \
    V(Integer8, INTEGER8, long)          \
    V(Real4, REAL4, float)               \
    V(Real8, REAL8, double)              \
    V(Real16, REAL16, long double)       \
    V(Complex8, COMPLEX8, ccmplx)        \
    V(Complex16, COMPLEX16, cdcmplx)     \
    V(Complex32, COMPLEX32, cldcmplx)    \
    V(Character, CHARACTER, char)        \
    V(Boolean, BOOLEAN, int)

#define POINTERS(V)                      \
    V(Pointer4, POINTER4, void *)        \
    V(Pointer8, POINTER8, void *)

#define SCALAR(name, kind, type)                \
    void push##name(type x)                     \
    {                                           \
        adPush(AD_##kind, &x, sizeof x);        \
    }                                           \
    void pop##name(type *x)                     \
    {                                           \
        adPop(AD_##kind, x, sizeof *x);         \
    }

#define ARRAY(name, kind, type)                 \
    void push##name##Array(type *x, int n) \
    {                                           \
        adPushArray(AD_##kind, x, n, sizeof *x); \
    }                                           \
    void pop##name##Array(type *x, int n)       \
    {                                           \
        adPopArray(AD_##kind, x, n, sizeof *x); \
    }

VALUES(SCALAR)
POINTERS(SCALAR)
VALUES(ARRAY)

#define CONTROL(width)                                              \
    void pushControl##width##b(int branch)                          \
    {                                                               \
        adPushControl(AD_CONTROL##width##B, branch, width);         \
    }                                                               \
    void popControl##width##b(int *branch)                          \
    {                                                               \
        *branch = adPopControl(AD_CONTROL##width##B, width);        \
    }

CONTROL(1)
CONTROL(2)
CONTROL(3)
CONTROL(4)
CONTROL(5)
CONTROL(6)
CONTROL(7)
CONTROL(8)
CONTROL(9)

void pushBit(int bit)
{
    adPushControl(AD_BIT, bit != 0, 1);
}

int popBit(void)
{
    return adPopControl(AD_BIT, 1);
}
