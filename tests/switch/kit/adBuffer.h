/* The scalars of a tape for C. */
#ifndef ADBUFFER_H
#define ADBUFFER_H

#include "adStack.h"

typedef struct { float real, imaginary; } ccmplx;
typedef struct { double real, imaginary; } cdcmplx;

#define SCALARS_OF(Type, Name)   \
    void push##Name(Type x);     \
    void pop##Name(Type *x);

SCALARS_OF(float, Real4)
SCALARS_OF(double, Real8)
SCALARS_OF(int, Integer4)
SCALARS_OF(long, Integer8)
SCALARS_OF(char, Character)
SCALARS_OF(int, Boolean)
SCALARS_OF(ccmplx, Complex8)
SCALARS_OF(cdcmplx, Complex16)
SCALARS_OF(void *, Pointer4)
SCALARS_OF(void *, Pointer8)
SCALARS_OF(int, Control1b)
SCALARS_OF(int, Control2b)
SCALARS_OF(int, Control3b)
SCALARS_OF(int, Control4b)
SCALARS_OF(int, Control5b)
SCALARS_OF(int, Control6b)
SCALARS_OF(int, Control7b)
SCALARS_OF(int, Control8b)

#undef SCALARS_OF

void pushBit(int x);
int popBit(void);

#endif
