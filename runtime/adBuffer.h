/* Saving and restoring values: the entry points that generated C code calls.
 *
 * Every push has a pop that mirrors it (adStack.h says how strictly). Array counts are numbers of elements. Arrays are
 * not `const` where they are pushed: they are about to change, and compilers take new memory that is handed over as constant for unset.
 */
#ifndef ADBUFFER_H
#define ADBUFFER_H

#include "adStack.h"

/* Complex values are those of C99. They are laid out, and passed, like structures of two. */
typedef float _Complex ccmplx;
typedef double _Complex cdcmplx;
typedef long double _Complex cldcmplx;

void pushInteger2Array(short *x, int n);
void popInteger2Array(short *x, int n);
void pushInteger4Array(int *x, int n);
void popInteger4Array(int *x, int n);
void pushInteger8Array(long *x, int n);
void popInteger8Array(long *x, int n);
void pushReal4Array(float *x, int n);
void popReal4Array(float *x, int n);
void pushReal8Array(double *x, int n);
void popReal8Array(double *x, int n);
void pushReal16Array(long double *x, int n);
void popReal16Array(long double *x, int n);
void pushComplex8Array(ccmplx *x, int n);
void popComplex8Array(ccmplx *x, int n);
void pushComplex16Array(cdcmplx *x, int n);
void popComplex16Array(cdcmplx *x, int n);
void pushComplex32Array(cldcmplx *x, int n);
void popComplex32Array(cldcmplx *x, int n);
void pushCharacterArray(char *x, int n);
void popCharacterArray(char *x, int n);
void pushBooleanArray(int *x, int n);
void popBooleanArray(int *x, int n);

/* Optimising compilers of C11 put the entry points for scalars in place of their calls; -DAD_OUT_OF_LINE asks for calls. */
#if defined __OPTIMIZE__ && defined __STDC_VERSION__ && __STDC_VERSION__ >= 201112L && !defined AD_OUT_OF_LINE
#include "adInline.h"
#else

void pushInteger2(short x);
void popInteger2(short *x);
void pushInteger4(int x);
void popInteger4(int *x);
void pushInteger8(long x);
void popInteger8(long *x);
void pushReal4(float x);
void popReal4(float *x);
void pushReal8(double x);
void popReal8(double *x);
void pushReal16(long double x);
void popReal16(long double *x);
void pushComplex8(ccmplx x);
void popComplex8(ccmplx *x);
void pushComplex16(cdcmplx x);
void popComplex16(cdcmplx *x);
void pushComplex32(cldcmplx x);
void popComplex32(cldcmplx *x);
void pushCharacter(char x);
void popCharacter(char *x);
void pushBoolean(int x);
void popBoolean(int *x);
void pushPointer4(void *x);
void popPointer4(void **x);
void pushPointer8(void *x);
void popPointer8(void **x);

/* Which way the control went: a number of 1 to 9 bits. */
void pushControl1b(int branch);
void popControl1b(int *branch);
void pushControl2b(int branch);
void popControl2b(int *branch);
void pushControl3b(int branch);
void popControl3b(int *branch);
void pushControl4b(int branch);
void popControl4b(int *branch);
void pushControl5b(int branch);
void popControl5b(int *branch);
void pushControl6b(int branch);
void popControl6b(int *branch);
void pushControl7b(int branch);
void popControl7b(int *branch);
void pushControl8b(int branch);
void popControl8b(int *branch);
void pushControl9b(int branch);
void popControl9b(int *branch);

void pushBit(int bit);
int popBit(void);

#endif

#endif
