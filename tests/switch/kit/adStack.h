/* What the tape has for C. The kit of Tapenade declares no arrays of complex numbers and of booleans there. */
#ifndef ADSTACK_H
#define ADSTACK_H

#define ARRAYS_OF(Type, Name)              \
    void push##Name##Array(Type *x, int n); \
    void pop##Name##Array(Type *x, int n);

ARRAYS_OF(float, Real4)
ARRAYS_OF(double, Real8)
ARRAYS_OF(int, Integer4)
ARRAYS_OF(long, Integer8)
ARRAYS_OF(char, Character)

#undef ARRAYS_OF

void adStack_startRepeat(void);
void adStack_resetRepeat(void);
void adStack_endRepeat(void);

#endif
