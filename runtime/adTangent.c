/* Tangent of the tape, for second derivatives: the tangent of an adjoint saves each value with its derivative. */
#include "adTape.h"

#define SCALAR(name, kind, bytes)                                                        \
    void push##name##_d_(const void *x, const void *xd)                                  \
    {                                                                                    \
        adPush(AD_##kind, x, bytes);                                                     \
        adPush(AD_##kind, xd, bytes);                                                    \
    }                                                                                    \
    void pop##name##_d_(void *x, void *xd)                                               \
    {                                                                                    \
        adPop(AD_##kind, xd, bytes);                                                     \
        adPop(AD_##kind, x, bytes);                                                      \
    }

#define ARRAY(name, kind, bytes)                                                         \
    void push##name##array_d_(const void *x, const void *xd, const int *n)               \
    {                                                                                    \
        adPushArray(AD_##kind, x, *n, bytes);                                            \
        adPushArray(AD_##kind, xd, *n, bytes);                                           \
    }                                                                                    \
    void pop##name##array_d_(void *x, void *xd, const int *n)                            \
    {                                                                                    \
        adPopArray(AD_##kind, xd, *n, bytes);                                            \
        adPopArray(AD_##kind, x, *n, bytes);                                             \
    }

#define VALUES(V)               \
    V(real4, REAL4, 4)          \
    V(real8, REAL8, 8)          \
    V(real16, REAL16, 16)       \
    V(complex8, COMPLEX8, 8)    \
    V(complex16, COMPLEX16, 16) \
    V(complex32, COMPLEX32, 32)

VALUES(SCALAR)
VALUES(ARRAY)
