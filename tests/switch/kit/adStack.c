/* The arrays of a tape with the names of Tapenade's kit: for C, and for Fortran with one underscore. Values lie on one stack of bytes. As there, nothing
 * tells their kinds apart; counts below zero, which that kit takes for very large ones, end the program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "adStack.h"

static char *bytes;
static size_t used, room;

/* What repetitions protect: the stack as it stood when each began. Values that are pushed meanwhile lie above, and know where to go back to. */
enum { LEVELS = 100, JUMPS = 10000 };
static size_t marks[LEVELS];
static struct { size_t at, back; } jumps[JUMPS];
static int levels, jumped;

static void fail(const char *message)
{
    fprintf(stderr, "%s\n", message);
    abort();
}

static void push(const void *from, long n)
{
    if (n < 0) fail("a count below zero");
    if (n == 0) return;
    if (levels && used < marks[levels - 1]) {
        if (jumped == JUMPS) fail("too many pushes in a repetition");
        jumps[jumped].at = marks[levels - 1];
        jumps[jumped].back = used;
        used = jumps[jumped++].at;
    }
    if (used + n > room) {
        room = 2 * (used + n);
        bytes = realloc(bytes, room);
        if (!bytes) abort();
    }
    memcpy(bytes + used, from, n);
    used += n;
}

static void pop(void *to, long n)
{
    if (n < 0) fail("a count below zero");
    if (n == 0) return;
    while (jumped && used == jumps[jumped - 1].at) used = jumps[--jumped].back;
    if ((size_t)n > used) fail("the tape is empty");
    used -= n;
    memcpy(to, bytes + used, n);
}

#define FORTRAN(Type, name)                                                            \
    void push##name##array_(Type *x, int *n) { push(x, *n * (long)sizeof(Type)); }     \
    void pop##name##array_(Type *x, int *n) { pop(x, *n * (long)sizeof(Type)); }

#define ARRAYS(Type, Name, name)                                                       \
    void push##Name##Array(Type *x, int n) { push(x, n * (long)sizeof(Type)); }        \
    void pop##Name##Array(Type *x, int n) { pop(x, n * (long)sizeof(Type)); }          \
    FORTRAN(Type, name)

typedef struct { float parts[2]; } complex8;
typedef struct { double parts[2]; } complex16;

ARRAYS(float, Real4, real4)
ARRAYS(double, Real8, real8)
ARRAYS(int, Integer4, integer4)
ARRAYS(long, Integer8, integer8)
ARRAYS(char, Character, character)
FORTRAN(int, boolean)
FORTRAN(complex8, complex8)
FORTRAN(complex16, complex16)

void adStack_startRepeat(void)
{
    if (levels == LEVELS) fail("too many repetitions in one another");
    while (jumped && used == jumps[jumped - 1].at) used = jumps[--jumped].back;
    marks[levels++] = used;
}

void adStack_resetRepeat(void) { used = marks[levels - 1]; }
void adStack_endRepeat(void) { levels--; }
void adstack_startrepeat_(void) { adStack_startRepeat(); }
void adstack_resetrepeat_(void) { adStack_resetRepeat(); }
void adstack_endrepeat_(void) { adStack_endRepeat(); }

int adstack_left_(void) { return (int)used; }
int adStack_left(void) { return (int)used; }
