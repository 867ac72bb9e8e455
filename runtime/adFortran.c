/* The entry points of generated Fortran code: lower-case names with one underscore, all arguments by reference,
 * counts and control numbers default INTEGER; `boolean` is LOGICAL of the default kind. */
#include "adStack.h"
#include "adTape.h"

#include <stdio.h>

/* V(name, kind, bytes). A kind of Fortran is a number of bytes; C need not have a type for it. What the tape has no code for waits there
 * as something else of its size. */
#define VALUES(V)                  \
    V(integer1, CHARACTER, 1)      \
    V(integer2, INTEGER2, 2)       \
    V(integer4, INTEGER4, 4)       \
    V(integer8, INTEGER8, 8)       \
    V(real4, REAL4, 4)             \
    V(real8, REAL8, 8)             \
    V(real16, REAL16, 16)          \
    V(complex8, COMPLEX8, 8)       \
    V(complex16, COMPLEX16, 16)    \
    V(complex32, COMPLEX32, 32)    \
    V(boolean, BOOLEAN, 4)         \
    V(boolean1, CHARACTER, 1)      \
    V(boolean2, INTEGER2, 2)       \
    V(boolean8, INTEGER8, 8)

/* TYPE(C_PTR), as C_LOC gives it. */
#define POINTERS(V)                           \
    V(pointer4, POINTER4, sizeof(void *))     \
    V(pointer8, POINTER8, sizeof(void *))

#define SCALAR(name, kind, bytes)             \
    void push##name##_(const void *x)         \
    {                                         \
        adPush(AD_##kind, x, bytes);          \
    }                                         \
    void pop##name##_(void *x)                \
    {                                         \
        adPop(AD_##kind, x, bytes);           \
    }

#define ARRAY(name, kind, bytes)                              \
    void push##name##array_(const void *x, const int *n)      \
    {                                                         \
        adPushArray(AD_##kind, x, *n, bytes);                 \
    }                                                         \
    void pop##name##array_(void *x, const int *n)             \
    {                                                         \
        adPopArray(AD_##kind, x, *n, bytes);                  \
    }

VALUES(SCALAR)
POINTERS(SCALAR)
VALUES(ARRAY)

/* Structures that hold the associations of pointers, as TYPE(*): the number of bytes says how large they are. */
void pushpointers_(const void *association, const int *bytes)
{
    adPushArray(AD_CHARACTER, association, *bytes, 1);
}

void poppointers_(void *association, const int *bytes)
{
    adPopArray(AD_CHARACTER, association, *bytes, 1);
}

/* The same of arrays of them, which have an interface of their own. */
void pushpointersarray_(const void *associations, const int *bytes)
{
    adPushArray(AD_CHARACTER, associations, *bytes, 1);
}

void poppointersarray_(void *associations, const int *bytes)
{
    adPopArray(AD_CHARACTER, associations, *bytes, 1);
}

/* Fortran adds the length of a text after all other arguments. It is not needed: the count says what to save. */
void pushcharacter_(const char *x, size_t length)
{
    (void)length;
    adPush(AD_CHARACTER, x, 1);
}

void popcharacter_(char *x, size_t length)
{
    (void)length;
    adPop(AD_CHARACTER, x, 1);
}

void pushcharacterarray_(const char *x, const int *n, size_t length)
{
    (void)length;
    adPushArray(AD_CHARACTER, x, *n, 1);
}

void popcharacterarray_(char *x, const int *n, size_t length)
{
    (void)length;
    adPopArray(AD_CHARACTER, x, *n, 1);
}

#define CONTROL(width)                                              \
    void pushcontrol##width##b_(const int *branch)                  \
    {                                                               \
        adPushControl(AD_CONTROL##width##B, *branch, width);        \
    }                                                               \
    void popcontrol##width##b_(int *branch)                         \
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

void pushbit_(const int *bit)
{
    adPushControl(AD_BIT, *bit != 0, 1);
}

int popbit_(void)
{
    return adPopControl(AD_BIT, 1);
}

void adstack_startrepeat_(void)
{
    adStack_startRepeat();
}

void adstack_resetrepeat_(void)
{
    adStack_resetRepeat();
}

void adstack_endrepeat_(void)
{
    adStack_endRepeat();
}

/* LOGICAL FUNCTION */
int adstack_isempty_(void)
{
    return adStack_isEmpty();
}

void adstack_check_(void)
{
    adStack_check();
}

void adstack_release_(void)
{
    adStack_release();
}

void adstack_showpeaksize_(void)
{
    adStack_showPeakSize();
}

void adstack_showtraffic_(void)
{
    adStack_showTraffic();
}

void showstackandbuffers_(const char *name, size_t length)
{
    printf("%.*s: ", (int)length, name);
    showStackAndBuffersSize();
}

void showstackandbufferssize_(void)
{
    showStackAndBuffersSize();
}
