/* The arrays of a tape with the names of Tapenade's kit: for C, and for Fortran with one underscore. Values lie on one stack of bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *bytes;
static size_t used, room;

static void push(const void *from, size_t n)
{
    if (used + n > room) {
        room = 2 * (used + n);
        bytes = realloc(bytes, room);
        if (!bytes) abort();
    }
    memcpy(bytes + used, from, n);
    used += n;
}

static void pop(void *to, size_t n)
{
    if (n > used) {
        fprintf(stderr, "the tape is empty\n");
        abort();
    }
    used -= n;
    memcpy(to, bytes + used, n);
}

#define ARRAYS(Type, Name, name)                                               \
    void push##Name##Array(Type *x, int n) { push(x, n * sizeof(Type)); }      \
    void pop##Name##Array(Type *x, int n) { pop(x, n * sizeof(Type)); }        \
    void push##name##array_(Type *x, int *n) { push(x, *n * sizeof(Type)); }   \
    void pop##name##array_(Type *x, int *n) { pop(x, *n * sizeof(Type)); }

ARRAYS(float, Real4, real4)
ARRAYS(double, Real8, real8)
ARRAYS(int, Integer4, integer4)
ARRAYS(long, Integer8, integer8)
ARRAYS(char, Character, character)

int adstack_left_(void) { return (int)used; }
int adStack_left(void) { return (int)used; }
