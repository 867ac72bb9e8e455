/* The sizes of blocks of memory, in a table that is found into by their addresses. All threads share it: one may grow what another one made.
 *
 * Freed blocks are not told from others: whoever gets their address next writes a new size there.
 */
#include "adMemory.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    const void *block;
    size_t bytes;
} Entry;

/* At most half full. It is kept to the end of the program, and grows with the addresses that were ever in use. */
static Entry *table;
static size_t capacity, used;
static atomic_flag busy = ATOMIC_FLAG_INIT;

static _Noreturn void fail(const char *what)
{
    fflush(stdout);
    fprintf(stderr, "rtapenade memory: %s\n", what);
    abort();
}

static void enter(void)
{
    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
        ;
}

static void leave(void)
{
    atomic_flag_clear_explicit(&busy, memory_order_release);
}

/* Where a block is, or belongs. */
static Entry *find(Entry *entries, size_t count, const void *block)
{
    /* Addresses are multiples of 16; the product spreads them over the upper bits. */
    size_t k = (size_t)((uint64_t)(uintptr_t)block / 16 * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (count - 1);

    while (entries[k].block && entries[k].block != block)
        k = (k + 1) & (count - 1);
    return &entries[k];
}

static void grow(void)
{
    const size_t count = capacity ? 2 * capacity : 64;
    Entry *larger = calloc(count, sizeof *larger);

    if (!larger)
        fail("no memory is left for the sizes of blocks");
    for (size_t k = 0; k < capacity; k++)
        if (table[k].block)
            *find(larger, count, table[k].block) = table[k];
    free(table);
    table = larger;
    capacity = count;
}

void *adAllocate(size_t bytes)
{
    void *block = calloc(1, bytes ? bytes : 1);
    Entry *entry;

    if (!block)
        fail("no memory is left for a block that grows");
    enter();
    if (2 * (used + 1) > capacity)
        grow();
    entry = find(table, capacity, block);
    if (!entry->block)
        used++;
    entry->block = block;
    entry->bytes = bytes;
    leave();
    return block;
}

size_t adAllocated(void *memory)
{
    const Entry *entry;
    size_t bytes;

    if (!memory)
        return 0;
    enter();
    entry = capacity ? find(table, capacity, memory) : NULL;
    if (!entry || !entry->block)
        fail("a block grows whose size is not known: it was not made in what is differentiated");
    bytes = entry->bytes;
    leave();
    return bytes;
}
