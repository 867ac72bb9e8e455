/* The scalars of a tape for C. */
#include "adBuffer.h"

#define SCALARS(Type, Name)                                                            \
    void push##Name(Type x) { pushCharacterArray((char *)&x, (int)sizeof x); }         \
    void pop##Name(Type *x) { popCharacterArray((char *)x, (int)sizeof *x); }

SCALARS(float, Real4)
SCALARS(double, Real8)
SCALARS(int, Integer4)
SCALARS(long, Integer8)
SCALARS(char, Character)
SCALARS(int, Boolean)
SCALARS(ccmplx, Complex8)
SCALARS(cdcmplx, Complex16)
SCALARS(void *, Pointer4)
SCALARS(void *, Pointer8)
SCALARS(int, Control1b)
SCALARS(int, Control2b)
SCALARS(int, Control3b)
SCALARS(int, Control4b)
SCALARS(int, Control5b)
SCALARS(int, Control6b)
SCALARS(int, Control7b)
SCALARS(int, Control8b)

void pushBit(int x) { pushInteger4(x); }

int popBit(void)
{
    int x;
    popInteger4(&x);
    return x;
}
