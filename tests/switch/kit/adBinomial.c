/* Which step of a loop comes next: a plain automaton with the protocol of Tapenade's. It takes one snapshot, in front of the first step, and advances from
 * there to each step that is turned. Loops may be in one another. */
#include <stdio.h>
#include <stdlib.h>
#include "adBinomial.h"

enum { PUSHSNAP = 1, LOOKSNAP, POPSNAP, ADVANCE, FIRSTTURN, TURN };

static struct { int first, last, at, turned, held, away; } loops[50];
static int depth;

void adBinomial_init(int length, int snapshots, int first)
{
    if (length < 1 || (length > 1 && snapshots < 1) || depth == 50) {
        fprintf(stderr, "no such loop\n");
        abort();
    }
    loops[depth].first = loops[depth].at = first;
    loops[depth].last = first + length - 1;
    loops[depth].turned = loops[depth].held = loops[depth].away = 0;
    depth++;
}

static int say(int *action, int *step, int what, int where)
{
    *action = what;
    *step = where;
    return 1;
}

int adBinomial_next(int *action, int *step)
{
    int k = depth - 1;
    if (loops[k].away) {
        /* A step was turned: the state is behind it. */
        loops[k].away = 0;
        loops[k].at = loops[k].first;
        if (loops[k].last <= loops[k].first && loops[k].held) {
            loops[k].held = 0;
            loops[k].away = loops[k].last < loops[k].first;
            return say(action, step, POPSNAP, loops[k].first);
        }
        if (loops[k].last < loops[k].first) {
            depth--;
            return 0;
        }
        return say(action, step, LOOKSNAP, loops[k].first);
    }
    if (!loops[k].turned && !loops[k].held && loops[k].last > loops[k].first) {
        loops[k].held = 1;
        return say(action, step, PUSHSNAP, loops[k].first);
    }
    if (loops[k].at < loops[k].last)
        return say(action, step, ADVANCE, loops[k].at++);
    loops[k].away = 1;
    *step = loops[k].last--;
    *action = loops[k].turned ? TURN : FIRSTTURN;
    loops[k].turned = 1;
    return 1;
}

/* The step that was to be advanced is what follows the loop, and the caller turns it now. */
void adBinomial_resize(void)
{
    int k = depth - 1;
    loops[k].last = loops[k].at - 2;
    loops[k].turned = loops[k].away = 1;
}

void adbinomial_init_(int *length, int *snapshots, int *first) { adBinomial_init(*length, *snapshots, *first); }
int adbinomial_next_(int *action, int *step) { return adBinomial_next(action, step); }
void adbinomial_resize_(void) { adBinomial_resize(); }
