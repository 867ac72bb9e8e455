/* Binomial checkpointing of a loop (Griewank's "revolve"): which step to take next, with a limited number of snapshots.
 *
 * With c snapshots and no step advanced more than r times, beta(c, r) = (c + r)! / (c! r!) steps can be reversed. A loop of l steps
 * therefore advances r*l - beta(c + 1, r - 1) times at least, where beta(c, r - 1) < l <= beta(c, r), its turns not counted; the automaton
 * advances no more often.
 *
 * The generated loop asks ADBINOMIAL_NEXT what to do until it says that all is done:
 *
 *   PUSHSNAP   save the state in front of step `step`
 *   LOOKSNAP   restore the last snapshot and keep it
 *   POPSNAP    restore the last snapshot and forget it
 *   ADVANCE    run step `step`, keeping nothing
 *   FIRSTTURN  run step `step`, the last one, which here stands for all that follows the loop, forward and backward
 *   TURN       run step `step` forward and backward
 *
 * `length` is the number of iterations plus one: the last step is what follows the loop. When a loop ends by its own condition before
 * step `step` was run, ADBINOMIAL_RESIZE, called in place of that ADVANCE, makes `step` the last one. Automata nest: a loop may be
 * reversed inside a turn of another.
 */
#include "adBinomial.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { PUSHSNAP = 1, LOOKSNAP, POPSNAP, ADVANCE, FIRSTTURN, TURN };

typedef struct Automaton {
    struct Automaton *outside;
    /* Steps that were not yet reversed are those before `end`; the state is that in front of `at`. */
    int end, at;
    /* Where to advance to before the next decision. */
    int target;
    int turned;
    int last;
    int capacity, used;
    /* The steps in front of which the snapshots were taken. */
    int snapshot[];
} Automaton;

/* The loops of a thread, as its tape, are its own. */
static _Thread_local Automaton *top;

static void fail(const char *message)
{
    fprintf(stderr, "adBinomial: %s\n", message);
    abort();
}

/* How far from a snapshot the next one is put, when `length` steps are left for `snapshots` snapshots, this one included. With r the least
 * that makes beta(snapshots, r) >= length, the steps in front of the new snapshot must be no more than beta(snapshots, r - 1), those behind
 * it no more than beta(snapshots - 1, r). */
static int stride(int length, int snapshots)
{
    /* beta(snapshots, r), and the same with r - 1 and r - 2. */
    double now = 1.0, before = 0.0, earlier = 0.0;
    double advance;
    if (snapshots == 1)
        return length - 1;
    for (int r = 1; now < length; r++) {
        earlier = before;
        before = now;
        now = now * (snapshots + r) / r;
    }
    /* beta(c - 1, r) = beta(c, r) - beta(c, r - 1) */
    advance = length - (now - before);
    if (advance < earlier)
        advance = earlier;
    if (advance > before)
        advance = before;
    if (advance < 1.0)
        advance = 1.0;
    return advance < length ? (int)(advance + 0.5) : length - 1;
}

void adBinomial_init(int length, int snapshots, int first)
{
    Automaton *a;
    if (length < 1)
        fail("a loop of a negative number of iterations");
    if (first > INT_MAX - length)
        fail("step numbers overflow");
    /* One snapshot is the least with which anything can be done; more than there are steps are never taken. */
    if (length > 1 && snapshots < 1)
        fail("at least one snapshot is needed");
    if (snapshots > length)
        snapshots = length;
    if (snapshots < 1)
        snapshots = 1;
    a = malloc(sizeof *a + (size_t)snapshots * sizeof a->snapshot[0]);
    if (!a)
        fail("out of memory");
    a->outside = top;
    a->at = a->target = first;
    a->end = first + length;
    a->turned = 0;
    a->last = 0;
    a->capacity = snapshots;
    a->used = 0;
    top = a;
}

static int tell(int *action, int *step, int what, int where)
{
    top->last = what;
    *action = what;
    *step = where;
    return 1;
}

/* The step at which the state stands is the last one that is left: it is turned. */
static int turn(int *action, int *step)
{
    int what = top->turned ? TURN : FIRSTTURN;
    int where = top->at;
    top->turned = 1;
    top->end = where;
    /* The state in front of an earlier step comes from a snapshot. */
    top->at = top->target = where + 1;
    return tell(action, step, what, where);
}

int adBinomial_next(int *action, int *step)
{
    Automaton *a = top;
    int held, length;
    if (!a)
        fail("ADBINOMIAL_NEXT outside of a loop");
    if (a->at < a->target) {
        *step = a->at;
        a->at++;
        return tell(action, step, ADVANCE, *step);
    }
    if (a->at > a->end) {
        /* The step at `end` was just turned: go back. */
        if (a->used == 0) {
            top = a->outside;
            free(a);
            return 0;
        }
        held = a->snapshot[a->used - 1];
        if (a->end <= held) {
            /* Of a loop that ended early: no step starts from this snapshot. */
            a->used--;
            return tell(action, step, POPSNAP, held);
        }
        a->at = a->target = held;
        if (a->end - held == 1) {
            a->used--;
            return tell(action, step, POPSNAP, held);
        }
        return tell(action, step, LOOKSNAP, held);
    }
    length = a->end - a->at;
    if (length == 1)
        return turn(action, step);
    held = a->used > 0 && a->snapshot[a->used - 1] == a->at;
    if (!held) {
        if (a->used == a->capacity) {
            /* No snapshot is free: only the last step can be turned. */
            a->target = a->end - 1;
            *step = a->at;
            a->at++;
            return tell(action, step, ADVANCE, *step);
        }
        a->snapshot[a->used++] = a->at;
        return tell(action, step, PUSHSNAP, a->at);
    }
    a->target = a->at + stride(length, a->capacity - a->used + 1);
    *step = a->at;
    a->at++;
    return tell(action, step, ADVANCE, *step);
}

void adBinomial_resize(void)
{
    Automaton *a = top;
    if (!a || a->last != ADVANCE || a->turned)
        fail("ADBINOMIAL_RESIZE is for the first ADVANCE that finds its loop at its end");
    /* The step was announced and not run; it is the first turn, run by the caller now. */
    a->at--;
    a->turned = 1;
    a->last = FIRSTTURN;
    a->end = a->at;
    a->at = a->target = a->end + 1;
}

/* The entry points of Fortran. */

void adbinomial_init_(const int *length, const int *snapshots, const int *first)
{
    adBinomial_init(*length, *snapshots, *first);
}

int adbinomial_next_(int *action, int *step)
{
    return adBinomial_next(action, step);
}

void adbinomial_resize_(void)
{
    adBinomial_resize();
}
