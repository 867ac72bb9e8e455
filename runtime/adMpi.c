/* Derivatives of calls of MPI: adMpi.h says which. Here are numbers, processes and messages; calls that return early, collective operations and
 * reductions have files of their own. To be compiled by mpicc, with any MPI of version 2.2 or later.
 *
 * What goes to one process comes back from it: the adjoint of a receive sends, that of a broadcast is a reduction. Numbers of derived types are packed first,
 * so that all that is exchanged here are real numbers, one behind the other; a complex number is two of them. */
#include "adMpiParts.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(MPI_Fint) == sizeof(int), "INTEGER must have the size of int");

void adMpi_stop(const char *routine, const char *why)
{
    fprintf(stderr, "adMpi: adjoint or tangent of MPI_%s: %s\n", routine, why);
    fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

/* ------------------------------------------------------------------------------------------------ numbers */

void *adMpi_allocate(const char *routine, size_t bytes)
{
    void *made = malloc(bytes > 0 ? bytes : 1);
    if (!made)
        adMpi_stop(routine, "there is no memory left");
    return made;
}

int adMpi_is_named(MPI_Datatype type)
{
    int integers, addresses, types, combiner;
    MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    return combiner == MPI_COMBINER_NAMED;
}

int adMpi_size_of(MPI_Datatype type)
{
    int bytes;
    MPI_Type_size(type, &bytes);
    return bytes;
}

/* The bytes of the real numbers of which a type consists; 0 where it holds something else. */
int adMpi_real_bytes(MPI_Datatype type)
{
    int integers, addresses, types, combiner, bytes = 0;
    MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    if (combiner == MPI_COMBINER_NAMED) {
        const MPI_Datatype reals[] = {MPI_DOUBLE, MPI_DOUBLE_PRECISION, MPI_REAL8, MPI_FLOAT, MPI_REAL, MPI_REAL4};
        const MPI_Datatype pairs[] = {MPI_COMPLEX, MPI_DOUBLE_COMPLEX, MPI_COMPLEX8, MPI_COMPLEX16, MPI_C_FLOAT_COMPLEX,
                                      MPI_C_DOUBLE_COMPLEX};
        for (size_t k = 0; k < sizeof reals / sizeof *reals; k++)
            if (type == reals[k])
                bytes = adMpi_size_of(type);
        for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
            if (type == pairs[k])
                bytes = adMpi_size_of(type) / 2;
        return bytes == 4 || bytes == 8 ? bytes : 0;
    }
    if (combiner == MPI_COMBINER_F90_REAL)
        return adMpi_size_of(type);
    if (combiner == MPI_COMBINER_F90_COMPLEX)
        return adMpi_size_of(type) / 2;
    if (types == 0)
        return 0;
    int *i = adMpi_allocate("Type_get_contents", sizeof *i * (size_t)integers);
    MPI_Aint *a = adMpi_allocate("Type_get_contents", sizeof *a * (size_t)addresses);
    MPI_Datatype *t = adMpi_allocate("Type_get_contents", sizeof *t * (size_t)types);
    MPI_Type_get_contents(type, integers, addresses, types, i, a, t);
    for (int k = 0; k < types; k++) {
        int inner = adMpi_real_bytes(t[k]);
        bytes = k == 0 || inner == bytes ? inner : 0;
        if (!adMpi_is_named(t[k]))
            MPI_Type_free(&t[k]);
    }
    free(i);
    free(a);
    free(t);
    return bytes;
}

/* Room for what `count` of a type hold. */
Numbers adMpi_room(const char *routine, long count, MPI_Datatype type)
{
    int bytes = adMpi_real_bytes(type);
    if (bytes == 0)
        adMpi_stop(routine, "the type of a buffer holds something else than real or complex numbers of 4 or 8 bytes");
    long n = count * adMpi_size_of(type) / bytes;
    if (n > INT_MAX)
        adMpi_stop(routine, "a buffer holds more numbers than an integer counts");
    Numbers out = {(int)n, bytes, bytes == 8 ? MPI_DOUBLE : MPI_FLOAT, NULL};
    out.at = adMpi_allocate(routine, (size_t)n * (size_t)bytes);
    memset(out.at, 0, (size_t)n * (size_t)bytes);
    return out;
}

void adMpi_drop(Numbers *x)
{
    free(x->at);
}

/* Where block `k` of a buffer begins, `first` being its displacement. */
static char *block(void *buffer, long first, MPI_Datatype type)
{
    MPI_Aint lower, extent;
    MPI_Type_get_extent(type, &lower, &extent);
    return (char *)buffer + first * extent;
}

/* Takes the numbers of a buffer, from number `from` on. */
void adMpi_take(Numbers *x, int from, const void *buffer, int count, MPI_Datatype type)
{
    char *to = x->at + (size_t)from * (size_t)x->bytes;
    size_t bytes = (size_t)count * (size_t)adMpi_size_of(type);
    if (adMpi_is_named(type)) {
        memcpy(to, buffer, bytes);
        return;
    }
    int at = 0;
    MPI_Pack((void *)buffer, count, type, to, (int)bytes, &at, MPI_COMM_SELF);
    if ((size_t)at != bytes)
        adMpi_stop("Pack", "numbers are packed with something between them");
}

/* Gives them back. */
void adMpi_give(const Numbers *x, int from, void *buffer, int count, MPI_Datatype type)
{
    char *at = x->at + (size_t)from * (size_t)x->bytes;
    size_t bytes = (size_t)count * (size_t)adMpi_size_of(type);
    if (adMpi_is_named(type)) {
        memcpy(buffer, at, bytes);
        return;
    }
    int position = 0;
    MPI_Unpack(at, (int)bytes, &position, buffer, count, type, MPI_COMM_SELF);
}

/* Adds `n` numbers to others. */
static void sum(char *to, const char *from, long n, int bytes)
{
    for (long k = 0; k < n; k++) {
        if (bytes == 8)
            ((double *)to)[k] += ((const double *)from)[k];
        else
            ((float *)to)[k] += ((const float *)from)[k];
    }
}

/* Adds them to a buffer. */
void adMpi_add(const char *routine, const Numbers *x, int from, void *buffer, int count, MPI_Datatype type)
{
    const char *at = x->at + (size_t)from * (size_t)x->bytes;
    if (adMpi_is_named(type)) {
        sum(buffer, at, (long)count * adMpi_size_of(type) / x->bytes, x->bytes);
        return;
    }
    Numbers old = adMpi_room(routine, count, type);
    adMpi_take(&old, 0, buffer, count, type);
    sum(old.at, at, old.n, old.bytes);
    adMpi_give(&old, 0, buffer, count, type);
    adMpi_drop(&old);
}

void adMpi_clear(const char *routine, void *buffer, int count, MPI_Datatype type)
{
    if (adMpi_is_named(type)) {
        memset(buffer, 0, (size_t)count * (size_t)adMpi_size_of(type));
        return;
    }
    Numbers zeros = adMpi_room(routine, count, type);
    adMpi_give(&zeros, 0, buffer, count, type);
    adMpi_drop(&zeros);
}

Numbers adMpi_taken(const char *routine, const void *buffer, int count, MPI_Datatype type)
{
    Numbers x = adMpi_room(routine, count, type);
    adMpi_take(&x, 0, buffer, count, type);
    return x;
}

/* ------------------------------------------------------------------------------------------------ processes */

Place adMpi_place(const char *routine, MPI_Comm comm)
{
    Place p;
    int between;
    MPI_Comm_test_inter(comm, &between);
    if (between)
        adMpi_stop(routine, "between two groups of processes it has no derivative here");
    MPI_Comm_rank(comm, &p.rank);
    MPI_Comm_size(comm, &p.size);
    return p;
}

/* NULL for MPI_IN_PLACE. */
void *adMpi_named(void *buffer)
{
    return buffer == MPI_IN_PLACE ? NULL : buffer;
}

Shares adMpi_shares(const char *routine, int size, int count, const int *counts, MPI_Datatype type)
{
    Shares s = {adMpi_allocate(routine, sizeof(int) * (size_t)size), adMpi_allocate(routine, sizeof(int) * (size_t)size), 0};
    int each = adMpi_size_of(type) / adMpi_real_bytes(type);
    for (int r = 0; r < size; r++) {
        s.counts[r] = (counts ? counts[r] : count) * each;
        s.firsts[r] = s.total;
        s.total += s.counts[r];
    }
    return s;
}

void adMpi_drop_shares(Shares *s)
{
    free(s->counts);
    free(s->firsts);
}

long adMpi_all_of(int size, int count, const int *counts)
{
    long n = 0;
    for (int r = 0; r < size; r++)
        n += counts ? counts[r] : count;
    return n;
}

char *adMpi_block_of(const Blocks *b, int r)
{
    return block(b->at, b->displs ? b->displs[r] : (long)r * b->count, b->type);
}

int adMpi_count_of(const Blocks *b, int r)
{
    return b->counts ? b->counts[r] : b->count;
}

Numbers adMpi_taken_blocks(const char *routine, const Blocks *b, int size)
{
    Numbers x = adMpi_room(routine, adMpi_all_of(size, b->count, b->counts), b->type);
    Shares s = adMpi_shares(routine, size, b->count, b->counts, b->type);
    for (int r = 0; r < size; r++)
        adMpi_take(&x, s.firsts[r], adMpi_block_of(b, r), adMpi_count_of(b, r), b->type);
    adMpi_drop_shares(&s);
    return x;
}

void adMpi_add_blocks(const char *routine, const Numbers *x, const Blocks *b, int size)
{
    Shares s = adMpi_shares(routine, size, b->count, b->counts, b->type);
    for (int r = 0; r < size; r++)
        adMpi_add(routine, x, s.firsts[r], adMpi_block_of(b, r), adMpi_count_of(b, r), b->type);
    adMpi_drop_shares(&s);
}

/* Clears all blocks but one. */
void adMpi_clear_blocks(const char *routine, const Blocks *b, int size, int but)
{
    for (int r = 0; r < size; r++)
        if (r != but)
            adMpi_clear(routine, adMpi_block_of(b, r), adMpi_count_of(b, r), b->type);
}

/* ------------------------------------------------------------------------------------------------ messages */

/* Adjoints that were sent, until they have arrived: who waits for a receive of the original waits for no one here. */
typedef struct Sent {
    MPI_Request request;
    Numbers numbers;
    struct Sent *next;
} Sent;

static Sent *sent;
static int key = MPI_KEYVAL_INVALID;

void adMpi_forget_sent(int wait)
{
    for (Sent **link = &sent; *link;) {
        Sent *s = *link;
        int done = 1;
        if (wait)
            MPI_Wait(&s->request, MPI_STATUS_IGNORE);
        else
            MPI_Test(&s->request, &done, MPI_STATUS_IGNORE);
        if (!done) {
            link = &s->next;
            continue;
        }
        *link = s->next;
        adMpi_drop(&s->numbers);
        free(s);
    }
}

/* Communicators and types that the program has released, and that its backward sweep may go by once more. */
typedef struct Kept {
    MPI_Comm comm;
    MPI_Datatype type;
    struct Kept *next;
} Kept;

static Kept *kept;

static void release_kept(void)
{
    while (kept) {
        Kept *k = kept;
        kept = k->next;
        if (k->comm != MPI_COMM_NULL)
            MPI_Comm_free(&k->comm);
        if (k->type != MPI_DATATYPE_NULL)
            MPI_Type_free(&k->type);
        free(k);
    }
}

/* MPI_Finalize calls it first. */
static int at_end(MPI_Comm comm, int k, void *value, void *state)
{
    (void)comm;
    (void)k;
    (void)value;
    (void)state;
    adMpi_forget_sent(1);
    release_kept();
    return MPI_SUCCESS;
}

static void ask_for_the_end(void)
{
    if (key == MPI_KEYVAL_INVALID) {
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_end, &key, NULL);
        MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    }
}

static void keep(MPI_Comm comm, MPI_Datatype type)
{
    ask_for_the_end();
    Kept *k = adMpi_allocate("Comm_free", sizeof *k);
    *k = (Kept){comm, type, kept};
    kept = k;
}

void adMpi_Comm_free(MPI_Comm *comm)
{
    keep(*comm, MPI_DATATYPE_NULL);
    *comm = MPI_COMM_NULL;
}

void adMpi_Type_free(MPI_Datatype *type)
{
    keep(MPI_COMM_NULL, *type);
    *type = MPI_DATATYPE_NULL;
}

static const char other_count[] = "the receive has room for more numbers than are sent, and nothing says how many came";

static int half_of_tags(MPI_Comm comm)
{
    void *limit;
    int found;
    MPI_Comm_get_attr(comm, MPI_TAG_UB, &limit, &found);
    return (found ? *(int *)limit : 32767) / 2;
}

/* Tags of adjoints are those of the messages, in the upper half of all tags: receives from any source in a process that is still in its forward sweep do
 * not find them. */
int adMpi_adjoint_tag(const char *routine, int tag, MPI_Comm comm)
{
    int half = half_of_tags(comm);
    if (tag == MPI_ANY_TAG)
        adMpi_stop(routine, "the tag was MPI_ANY_TAG, and is not known any more: name the constant in the call, or give a tag");
    if (tag > half)
        adMpi_stop(routine, "the tag lies in the upper half of all tags, which is for derivatives");
    return half + 1 + tag;
}

void adMpi_start_sending(Numbers numbers, int to, int tag, MPI_Comm comm)
{
    ask_for_the_end();
    adMpi_forget_sent(0);
    Sent *s = adMpi_allocate("Recv", sizeof *s);
    s->numbers = numbers;
    s->next = sent;
    sent = s;
    MPI_Isend(numbers.at, numbers.n, numbers.type, to, tag, comm, &s->request);
}

/* Adjoints that a probe for any message found first, until they are asked for. */
typedef struct Early {
    MPI_Comm comm;
    int from, tag, bytes;
    char *at;
    struct Early *next;
} Early;

static Early *early;

/* Which message a receive gets that takes any: the source and the tag that it has to name. */
void adMpi_Probe(int source, int tag, MPI_Comm comm, int *from, int *with)
{
    MPI_Status status;
    for (;;) {
        MPI_Probe(source, tag, comm, &status);
        if (tag != MPI_ANY_TAG || status.MPI_TAG <= half_of_tags(comm))
            break;
        Early *e = adMpi_allocate("Probe", sizeof *e);
        MPI_Get_count(&status, MPI_BYTE, &e->bytes);
        e->at = adMpi_allocate("Probe", (size_t)e->bytes);
        e->comm = comm;
        e->from = status.MPI_SOURCE;
        e->tag = status.MPI_TAG;
        MPI_Recv(e->at, e->bytes, MPI_BYTE, e->from, e->tag, comm, MPI_STATUS_IGNORE);
        e->next = NULL;
        Early **last = &early;
        while (*last)
            last = &(*last)->next;
        *last = e;
    }
    *from = status.MPI_SOURCE;
    *with = status.MPI_TAG;
}

int adMpi_was_early(const char *routine, Numbers *x, int from, int tag, MPI_Comm comm)
{
    for (Early **link = &early; *link; link = &(*link)->next) {
        Early *e = *link;
        if (e->comm != comm || e->from != from || e->tag != tag)
            continue;
        if ((size_t)e->bytes != (size_t)x->n * (size_t)x->bytes)
            adMpi_stop(routine, other_count);
        memcpy(x->at, e->at, (size_t)e->bytes);
        *link = e->next;
        free(e->at);
        free(e);
        return 1;
    }
    return 0;
}

static void receive(const char *routine, Numbers *x, int from, int tag, MPI_Comm comm)
{
    MPI_Status status;
    int n;
    if (adMpi_was_early(routine, x, from, tag, comm))
        return;
    MPI_Probe(from, tag, comm, &status);
    MPI_Get_count(&status, x->type, &n);
    if (n != x->n)
        adMpi_stop(routine, other_count);
    MPI_Recv(x->at, x->n, x->type, from, tag, comm, MPI_STATUS_IGNORE);
}

static void only_one(const char *routine, int source)
{
    if (source == MPI_ANY_SOURCE)
        adMpi_stop(routine, "the source was MPI_ANY_SOURCE, and is not known any more: name the constant in the call, or give a source");
}

void adMpi_Send_b(void *sendb, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
    if (dest == MPI_PROC_NULL)
        return;
    Numbers x = adMpi_room("Send", count, type);
    receive("Send", &x, dest, adMpi_adjoint_tag("Send", tag, comm), comm);
    adMpi_add("Send", &x, 0, sendb, count, type);
    adMpi_drop(&x);
    adMpi_forget_sent(0);
}

void adMpi_Recv_b(void *recvb, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm)
{
    if (source == MPI_PROC_NULL)
        return;
    only_one("Recv", source);
    Numbers x = adMpi_taken("Recv", recvb, count, type);
    adMpi_clear("Recv", recvb, count, type);
    adMpi_start_sending(x, source, adMpi_adjoint_tag("Recv", tag, comm), comm);
}

void adMpi_Sendrecv_b(void *sendb, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvb, int recvcount,
                      MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm)
{
    adMpi_Recv_b(recvb, recvcount, recvtype, source, recvtag, comm);
    adMpi_Send_b(sendb, sendcount, sendtype, dest, sendtag, comm);
}

void adMpi_Sendrecv_replace_b(void *bufferb, int count, MPI_Datatype type, int dest, int sendtag, int source, int recvtag,
                              MPI_Comm comm)
{
    adMpi_Recv_b(bufferb, count, type, source, recvtag, comm);
    adMpi_Send_b(bufferb, count, type, dest, sendtag, comm);
}
