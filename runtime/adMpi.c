/* Derivatives of calls of MPI: adMpi.h says which. To be compiled by mpicc, with any MPI of version 2.2 or later.
 *
 * What goes to one process comes back from it: the adjoint of a receive sends, that of a broadcast is a reduction. Numbers of derived types are packed first,
 * so that all that is exchanged here are real numbers, one behind the other; a complex number is two of them. */
#include "adMpi.h"

#include <complex.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(MPI_Fint) == sizeof(int), "INTEGER must have the size of int");

static void stop(const char *routine, const char *why)
{
    fprintf(stderr, "adMpi: adjoint or tangent of MPI_%s: %s\n", routine, why);
    fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

/* ------------------------------------------------------------------------------------------------ numbers */

/* So many real numbers of a size, one behind the other. */
typedef struct {
    int n, bytes;
    MPI_Datatype type;
    char *at;
} Numbers;

static void *allocate(const char *routine, size_t bytes)
{
    void *made = malloc(bytes > 0 ? bytes : 1);
    if (!made)
        stop(routine, "there is no memory left");
    return made;
}

static int is_named(MPI_Datatype type)
{
    int integers, addresses, types, combiner;
    MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    return combiner == MPI_COMBINER_NAMED;
}

static int size_of(MPI_Datatype type)
{
    int bytes;
    MPI_Type_size(type, &bytes);
    return bytes;
}

/* The bytes of the real numbers of which a type consists; 0 where it holds something else. */
static int real_bytes(MPI_Datatype type)
{
    int integers, addresses, types, combiner, bytes = 0;
    MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    if (combiner == MPI_COMBINER_NAMED) {
        const MPI_Datatype reals[] = {MPI_DOUBLE, MPI_DOUBLE_PRECISION, MPI_REAL8, MPI_FLOAT, MPI_REAL, MPI_REAL4};
        const MPI_Datatype pairs[] = {MPI_COMPLEX, MPI_DOUBLE_COMPLEX, MPI_COMPLEX8, MPI_COMPLEX16, MPI_C_FLOAT_COMPLEX,
                                      MPI_C_DOUBLE_COMPLEX};
        for (size_t k = 0; k < sizeof reals / sizeof *reals; k++)
            if (type == reals[k])
                bytes = size_of(type);
        for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
            if (type == pairs[k])
                bytes = size_of(type) / 2;
        return bytes == 4 || bytes == 8 ? bytes : 0;
    }
    if (combiner == MPI_COMBINER_F90_REAL)
        return size_of(type);
    if (combiner == MPI_COMBINER_F90_COMPLEX)
        return size_of(type) / 2;
    if (types == 0)
        return 0;
    int *i = allocate("Type_get_contents", sizeof *i * (size_t)integers);
    MPI_Aint *a = allocate("Type_get_contents", sizeof *a * (size_t)addresses);
    MPI_Datatype *t = allocate("Type_get_contents", sizeof *t * (size_t)types);
    MPI_Type_get_contents(type, integers, addresses, types, i, a, t);
    for (int k = 0; k < types; k++) {
        int inner = real_bytes(t[k]);
        bytes = k == 0 || inner == bytes ? inner : 0;
        if (!is_named(t[k]))
            MPI_Type_free(&t[k]);
    }
    free(i);
    free(a);
    free(t);
    return bytes;
}

/* Room for what `count` of a type hold. */
static Numbers room(const char *routine, long count, MPI_Datatype type)
{
    int bytes = real_bytes(type);
    if (bytes == 0)
        stop(routine, "the type of a buffer holds something else than real or complex numbers of 4 or 8 bytes");
    long n = count * size_of(type) / bytes;
    if (n > INT_MAX)
        stop(routine, "a buffer holds more numbers than an integer counts");
    Numbers out = {(int)n, bytes, bytes == 8 ? MPI_DOUBLE : MPI_FLOAT, NULL};
    out.at = allocate(routine, (size_t)n * (size_t)bytes);
    memset(out.at, 0, (size_t)n * (size_t)bytes);
    return out;
}

static void drop(Numbers *x)
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
static void take(Numbers *x, int from, const void *buffer, int count, MPI_Datatype type)
{
    char *to = x->at + (size_t)from * (size_t)x->bytes;
    size_t bytes = (size_t)count * (size_t)size_of(type);
    if (is_named(type)) {
        memcpy(to, buffer, bytes);
        return;
    }
    int at = 0;
    MPI_Pack((void *)buffer, count, type, to, (int)bytes, &at, MPI_COMM_SELF);
    if ((size_t)at != bytes)
        stop("Pack", "numbers are packed with something between them");
}

/* Gives them back. */
static void give(const Numbers *x, int from, void *buffer, int count, MPI_Datatype type)
{
    char *at = x->at + (size_t)from * (size_t)x->bytes;
    size_t bytes = (size_t)count * (size_t)size_of(type);
    if (is_named(type)) {
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
static void add(const char *routine, const Numbers *x, int from, void *buffer, int count, MPI_Datatype type)
{
    const char *at = x->at + (size_t)from * (size_t)x->bytes;
    if (is_named(type)) {
        sum(buffer, at, (long)count * size_of(type) / x->bytes, x->bytes);
        return;
    }
    Numbers old = room(routine, count, type);
    take(&old, 0, buffer, count, type);
    sum(old.at, at, old.n, old.bytes);
    give(&old, 0, buffer, count, type);
    drop(&old);
}

static void clear(const char *routine, void *buffer, int count, MPI_Datatype type)
{
    if (is_named(type)) {
        memset(buffer, 0, (size_t)count * (size_t)size_of(type));
        return;
    }
    Numbers zeros = room(routine, count, type);
    give(&zeros, 0, buffer, count, type);
    drop(&zeros);
}

static Numbers taken(const char *routine, const void *buffer, int count, MPI_Datatype type)
{
    Numbers x = room(routine, count, type);
    take(&x, 0, buffer, count, type);
    return x;
}

/* ------------------------------------------------------------------------------------------------ processes */

typedef struct {
    int rank, size;
} Place;

static Place place(const char *routine, MPI_Comm comm)
{
    Place p;
    int between;
    MPI_Comm_test_inter(comm, &between);
    if (between)
        stop(routine, "between two groups of processes it has no derivative here");
    MPI_Comm_rank(comm, &p.rank);
    MPI_Comm_size(comm, &p.size);
    return p;
}

/* NULL for MPI_IN_PLACE. */
static void *named(void *buffer)
{
    return buffer == MPI_IN_PLACE ? NULL : buffer;
}

/* What each process has of a buffer, in numbers: `counts` times those of the type, and where it begins when all lie one behind the other. */
typedef struct {
    int *counts, *firsts, total;
} Shares;

static Shares shares(const char *routine, int size, int count, const int *counts, MPI_Datatype type)
{
    Shares s = {allocate(routine, sizeof(int) * (size_t)size), allocate(routine, sizeof(int) * (size_t)size), 0};
    int each = size_of(type) / real_bytes(type);
    for (int r = 0; r < size; r++) {
        s.counts[r] = (counts ? counts[r] : count) * each;
        s.firsts[r] = s.total;
        s.total += s.counts[r];
    }
    return s;
}

static void drop_shares(Shares *s)
{
    free(s->counts);
    free(s->firsts);
}

static long all_of(int size, int count, const int *counts)
{
    long n = 0;
    for (int r = 0; r < size; r++)
        n += counts ? counts[r] : count;
    return n;
}

/* A buffer of several blocks: `displs` says where they begin, NULL: one behind the other. */
typedef struct {
    void *at;
    int count;
    const int *counts, *displs;
    MPI_Datatype type;
} Blocks;

static char *block_of(const Blocks *b, int r)
{
    return block(b->at, b->displs ? b->displs[r] : (long)r * b->count, b->type);
}

static int count_of(const Blocks *b, int r)
{
    return b->counts ? b->counts[r] : b->count;
}

static Numbers taken_blocks(const char *routine, const Blocks *b, int size)
{
    Numbers x = room(routine, all_of(size, b->count, b->counts), b->type);
    Shares s = shares(routine, size, b->count, b->counts, b->type);
    for (int r = 0; r < size; r++)
        take(&x, s.firsts[r], block_of(b, r), count_of(b, r), b->type);
    drop_shares(&s);
    return x;
}

static void add_blocks(const char *routine, const Numbers *x, const Blocks *b, int size)
{
    Shares s = shares(routine, size, b->count, b->counts, b->type);
    for (int r = 0; r < size; r++)
        add(routine, x, s.firsts[r], block_of(b, r), count_of(b, r), b->type);
    drop_shares(&s);
}

/* Clears all blocks but one. */
static void clear_blocks(const char *routine, const Blocks *b, int size, int but)
{
    for (int r = 0; r < size; r++)
        if (r != but)
            clear(routine, block_of(b, r), count_of(b, r), b->type);
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

static void forget_sent(int wait)
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
        drop(&s->numbers);
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
    forget_sent(1);
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
    Kept *k = allocate("Comm_free", sizeof *k);
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
static int adjoint_tag(const char *routine, int tag, MPI_Comm comm)
{
    int half = half_of_tags(comm);
    if (tag == MPI_ANY_TAG)
        stop(routine, "the tag was MPI_ANY_TAG, and is not known any more: name the constant in the call, or give a tag");
    if (tag > half)
        stop(routine, "the tag lies in the upper half of all tags, which is for derivatives");
    return half + 1 + tag;
}

static void start_sending(Numbers numbers, int to, int tag, MPI_Comm comm)
{
    ask_for_the_end();
    forget_sent(0);
    Sent *s = allocate("Recv", sizeof *s);
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
        Early *e = allocate("Probe", sizeof *e);
        MPI_Get_count(&status, MPI_BYTE, &e->bytes);
        e->at = allocate("Probe", (size_t)e->bytes);
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

static int was_early(const char *routine, Numbers *x, int from, int tag, MPI_Comm comm)
{
    for (Early **link = &early; *link; link = &(*link)->next) {
        Early *e = *link;
        if (e->comm != comm || e->from != from || e->tag != tag)
            continue;
        if ((size_t)e->bytes != (size_t)x->n * (size_t)x->bytes)
            stop(routine, other_count);
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
    if (was_early(routine, x, from, tag, comm))
        return;
    MPI_Probe(from, tag, comm, &status);
    MPI_Get_count(&status, x->type, &n);
    if (n != x->n)
        stop(routine, other_count);
    MPI_Recv(x->at, x->n, x->type, from, tag, comm, MPI_STATUS_IGNORE);
}

static void only_one(const char *routine, int source)
{
    if (source == MPI_ANY_SOURCE)
        stop(routine, "the source was MPI_ANY_SOURCE, and is not known any more: name the constant in the call, or give a source");
}

void adMpi_Send_b(void *sendb, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
    if (dest == MPI_PROC_NULL)
        return;
    Numbers x = room("Send", count, type);
    receive("Send", &x, dest, adjoint_tag("Send", tag, comm), comm);
    add("Send", &x, 0, sendb, count, type);
    drop(&x);
    forget_sent(0);
}

void adMpi_Recv_b(void *recvb, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm)
{
    if (source == MPI_PROC_NULL)
        return;
    only_one("Recv", source);
    Numbers x = taken("Recv", recvb, count, type);
    clear("Recv", recvb, count, type);
    start_sending(x, source, adjoint_tag("Recv", tag, comm), comm);
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

/* ------------------------------------------------------------------------------------------------ calls that return early */

/* A message that was started: what is needed to send its adjoint back, or to receive it. */
typedef struct Started {
    int is_recv, count, peer, tag, base, is_waited;
    MPI_Datatype type;
    MPI_Comm comm;
    MPI_Request request;
    /* Where the buffer begins in its array, in bytes. */
    ptrdiff_t offset;
    /* In the backward sweep: whether its wait has started it, and what comes. */
    int goes_back;
    MPI_Request back;
    Numbers numbers;
    struct Started *next;
} Started;

/* What happened in the forward sweep, in order: a message was started, some that had been prepared were started, or some were waited for. */
typedef struct {
    Started *started;
    Started **waited;
    int n, is_start;
} Event;

static Started *pending;
static Event *events;
static int n_events, room_for_events;

static Event *new_event(void)
{
    if (n_events == room_for_events) {
        room_for_events = room_for_events ? 2 * room_for_events : 64;
        events = realloc(events, sizeof *events * (size_t)room_for_events);
        if (!events)
            stop("Wait", "there is no memory left");
    }
    events[n_events] = (Event){NULL, NULL, 0, 0};
    return &events[n_events++];
}

static Event *last_event(const char *routine)
{
    if (n_events == 0)
        stop(routine, "its forward sweep has not come by here");
    return &events[n_events - 1];
}

static void append_pending(Started *s)
{
    Started **last = &pending;
    while (*last)
        last = &(*last)->next;
    *last = s;
}

static Started *started(int is_recv, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Request request)
{
    Started *s = allocate("Isend", sizeof *s);
    memset(s, 0, sizeof *s);
    s->is_recv = is_recv;
    s->count = count;
    s->type = type;
    s->peer = peer;
    s->tag = tag;
    s->comm = comm;
    s->request = request;
    s->back = MPI_REQUEST_NULL;
    new_event()->started = s;
    /* One request may stand for all messages to no one. */
    if (peer == MPI_PROC_NULL) {
        s->goes_back = 1;
        return s;
    }
    append_pending(s);
    return s;
}

void adMpi_Isend_f(int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, const MPI_Request *request)
{
    started(0, count, type, dest, tag, comm, *request);
}

/* Where a buffer begins in its array, of so many elements where its parts may lie apart. */
static ptrdiff_t offset_in(const char *routine, const void *buffer, const void *array, long size, MPI_Datatype type)
{
    ptrdiff_t offset = (const char *)buffer - (const char *)array;
    int is_complex = size_of(type) == 2 * real_bytes(type);
    if (offset < 0 || (size > 0 && offset >= size * (ptrdiff_t)real_bytes(type) * (is_complex ? 2 : 1)))
        stop(routine, "the buffer is a part of an array that does not lie together");
    return offset;
}

void adMpi_Irecv_f(const void *recv, const void *array, long size, int base, int count, MPI_Datatype type, int source, int tag,
                   MPI_Comm comm, const MPI_Request *request)
{
    Started *s = started(1, count, type, source, tag, comm, *request);
    s->base = base;
    s->offset = offset_in("Irecv", recv, array, size, type);
}

/* The first message with a request. One may stand for several that are sent already: which of them is meant makes no difference, since all of them have been
 * started by now. */
static Started *take_pending(MPI_Request request)
{
    for (Started **link = &pending; *link; link = &(*link)->next) {
        Started *s = *link;
        if (s->request == request) {
            *link = s->next;
            return s;
        }
    }
    return NULL;
}

/* Who has sent, and how much. */
static void learn(Started *s, const MPI_Status *status)
{
    int n;
    s->peer = status->MPI_SOURCE;
    s->tag = status->MPI_TAG;
    MPI_Get_count(status, s->type, &n);
    if (n == MPI_UNDEFINED)
        stop("Irecv", "a part of a derived type was received");
    s->count = n;
}

/* Waits for a receive, which the call of MPI that follows ends. */
static void look(Started *s)
{
    MPI_Status status;
    int done = 0;
    while (!done)
        MPI_Request_get_status(s->request, &done, &status);
    learn(s, &status);
}

void adMpi_Waitall_f(int count, const MPI_Request requests[])
{
    Started **list = allocate("Waitall", sizeof *list * (size_t)(count > 0 ? count : 1));
    int n = 0;
    for (int k = 0; k < count; k++) {
        Started *s = requests[k] == MPI_REQUEST_NULL ? NULL : take_pending(requests[k]);
        if (!s)
            continue;
        s->is_waited = 1;
        list[n++] = s;
        if (s->is_recv)
            look(s);
    }
    Event *e = new_event();
    e->waited = list;
    e->n = n;
}

void adMpi_Wait_f(const MPI_Request *request)
{
    adMpi_Waitall_f(1, request);
}

/* Calls that end some of the messages, or none: they are made here, since only they know which. `ended` is told each of them. */
typedef struct {
    void *state;
    void (*ended)(void *state, MPI_Request request, const MPI_Status *status);
} Listener;

static MPI_Request *copied(const char *routine, int count, const MPI_Request requests[])
{
    MPI_Request *all = allocate(routine, sizeof *all * (size_t)(count > 0 ? count : 1));
    for (int k = 0; k < count; k++)
        all[k] = requests[k];
    return all;
}

static void end_one(Listener to, MPI_Request request, const MPI_Status *own, MPI_Status *status)
{
    if (request != MPI_REQUEST_NULL)
        to.ended(to.state, request, own);
    if (status != MPI_STATUS_IGNORE)
        *status = *own;
}

static void end_any(Listener to, int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status)
{
    MPI_Status own;
    MPI_Request *all = copied("Waitany", count, requests), none = MPI_REQUEST_NULL;
    int done = 1;
    if (flag)
        MPI_Testany(count, requests, index, &done, &own);
    else
        MPI_Waitany(count, requests, index, &own);
    if (flag)
        *flag = done;
    if (done)
        end_one(to, *index == MPI_UNDEFINED ? none : all[*index], &own, status);
    free(all);
}

static void end_some(Listener to, int count, MPI_Request requests[], int *ended, int indices[], MPI_Status statuses[], int waits)
{
    MPI_Request *all = copied("Waitsome", count, requests);
    MPI_Status *own = allocate("Waitsome", sizeof *own * (size_t)(count > 0 ? count : 1));
    if (waits)
        MPI_Waitsome(count, requests, ended, indices, own);
    else
        MPI_Testsome(count, requests, ended, indices, own);
    for (int k = 0; *ended != MPI_UNDEFINED && k < *ended; k++)
        end_one(to, all[indices[k]], &own[k], statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[k]);
    free(own);
    free(all);
}

static void end_all(Listener to, int count, MPI_Request requests[], int *flag, MPI_Status statuses[])
{
    MPI_Request *all = copied("Testall", count, requests);
    MPI_Status *own = allocate("Testall", sizeof *own * (size_t)(count > 0 ? count : 1));
    MPI_Testall(count, requests, flag, own);
    for (int k = 0; *flag && k < count; k++)
        end_one(to, all[k], &own[k], statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[k]);
    free(own);
    free(all);
}

static void end_this(Listener to, MPI_Request *request, int *flag, MPI_Status *status)
{
    MPI_Request old = *request;
    MPI_Status own;
    MPI_Test(request, flag, &own);
    if (*flag)
        end_one(to, old, &own, status);
}

/* In a forward sweep they are noted. */
static void note_ended(void *state, MPI_Request request, const MPI_Status *status)
{
    Event *e = state;
    Started *s = take_pending(request);
    if (!s)
        return;
    s->is_waited = 1;
    if (s->is_recv)
        learn(s, status);
    e->waited = realloc(e->waited, sizeof *e->waited * (size_t)(e->n + 1));
    if (!e->waited)
        stop("Waitsome", "there is no memory left");
    e->waited[e->n++] = s;
}

void adMpi_Waitany_f(int count, MPI_Request requests[], int *index, MPI_Status *status)
{
    end_any((Listener){new_event(), note_ended}, count, requests, index, NULL, status);
}

void adMpi_Testany_f(int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status)
{
    end_any((Listener){new_event(), note_ended}, count, requests, index, flag, status);
}

void adMpi_Waitsome_f(int count, MPI_Request requests[], int *ended, int indices[], MPI_Status statuses[])
{
    end_some((Listener){new_event(), note_ended}, count, requests, ended, indices, statuses, 1);
}

void adMpi_Testsome_f(int count, MPI_Request requests[], int *ended, int indices[], MPI_Status statuses[])
{
    end_some((Listener){new_event(), note_ended}, count, requests, ended, indices, statuses, 0);
}

void adMpi_Test_f(MPI_Request *request, int *flag, MPI_Status *status)
{
    end_this((Listener){new_event(), note_ended}, request, flag, status);
}

void adMpi_Testall_f(int count, MPI_Request requests[], int *flag, MPI_Status statuses[])
{
    end_all((Listener){new_event(), note_ended}, count, requests, flag, statuses);
}

/* Messages that are prepared, and started as often as one likes. */
static Started *prepared;

static const char not_prepared[] = "what is started was prepared where nothing is differentiated, or holds no real numbers while other messages do";

/* The record of a request: MPI gives a new one the name of one that was released. */
static Started *prepared_for(MPI_Request request)
{
    Started *s = prepared;
    while (s && s->request != request)
        s = s->next;
    return s;
}

static void prepare(int is_recv, int base, ptrdiff_t offset, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Request request)
{
    Started *s = prepared_for(request);
    if (!s) {
        s = allocate("Send_init", sizeof *s);
        s->next = prepared;
        prepared = s;
    }
    Started *next = s->next;
    memset(s, 0, sizeof *s);
    *s = (Started){.is_recv = is_recv, .count = count, .peer = peer, .tag = tag, .base = base, .type = type, .comm = comm,
                   .request = request, .offset = offset, .back = MPI_REQUEST_NULL, .next = next};
}

void adMpi_Send_init_f(const void *send, const void *array, long size, int base, int count, MPI_Datatype type, int dest, int tag,
                       MPI_Comm comm, const MPI_Request *request)
{
    prepare(0, base, offset_in("Send_init", send, array, size, type), count, type, dest, tag, comm, *request);
}

void adMpi_Recv_init_f(const void *recv, const void *array, long size, int base, int count, MPI_Datatype type, int source, int tag,
                       MPI_Comm comm, const MPI_Request *request)
{
    prepare(1, base, offset_in("Recv_init", recv, array, size, type), count, type, source, tag, comm, *request);
}

void adMpi_Startall_f(int count, const MPI_Request requests[])
{
    Started **list = allocate("Startall", sizeof *list * (size_t)(count > 0 ? count : 1));
    int n = 0;
    for (int k = 0; k < count; k++) {
        const Started *known = prepared_for(requests[k]);
        if (!known)
            stop("Start", not_prepared);
        if (known->peer == MPI_PROC_NULL)
            continue;
        Started *s = allocate("Startall", sizeof *s);
        *s = *known;
        s->next = NULL;
        append_pending(s);
        list[n++] = s;
    }
    Event *e = new_event();
    e->waited = list;
    e->n = n;
    e->is_start = 1;
}

void adMpi_Start_f(const MPI_Request *request)
{
    adMpi_Startall_f(1, request);
}

static Event *last_start(void)
{
    Event *e = last_event("Start");
    if (!e->is_start)
        stop("Start", "a message was started that nobody has waited for");
    return e;
}

/* What is received lies in this array, and what is sent. */
void adMpi_Start_array_b(int base, void *arrayb)
{
    Event *e = last_start();
    for (int k = 0; k < e->n; k++) {
        Started *s = e->waited[k];
        if (!s || s->base != base)
            continue;
        if (!s->goes_back)
            stop("Start", "nobody has waited for it");
        char *at = (char *)arrayb + s->offset;
        if (s->is_recv) {
            clear("Start", at, s->count, s->type);
        } else {
            MPI_Wait(&s->back, MPI_STATUS_IGNORE);
            add("Start", &s->numbers, 0, at, s->count, s->type);
            drop(&s->numbers);
        }
        free(s);
        e->waited[k] = NULL;
    }
    forget_sent(0);
}

void adMpi_Start_b(void)
{
    Event *e = last_start();
    for (int k = 0; k < e->n; k++) {
        Started *s = e->waited[k];
        if (!s)
            continue;
        if (!s->goes_back)
            stop("Start", "nobody has waited for it");
        /* Of an array without derivative. */
        if (s->base > 0)
            stop("Start", "the array of a buffer is not known here");
        if (!s->is_recv) {
            MPI_Wait(&s->back, MPI_STATUS_IGNORE);
            drop(&s->numbers);
        }
        free(s);
    }
    free(e->waited);
    n_events--;
}

void adMpi_Wait_array_b(int base, void *arrayb)
{
    Event *e = last_event("Wait");
    for (int k = 0; k < e->n; k++) {
        Started *s = e->waited[k];
        if (!s->is_recv || s->base != base || s->goes_back)
            continue;
        s->goes_back = 1;
        char *at = (char *)arrayb + s->offset;
        Numbers x = arrayb ? taken("Irecv", at, s->count, s->type) : room("Irecv", s->count, s->type);
        start_sending(x, s->peer, adjoint_tag("Irecv", s->tag, s->comm), s->comm);
    }
}

void adMpi_Wait_b(void)
{
    adMpi_Wait_array_b(0, NULL);
    Event *e = last_event("Wait");
    if (e->started || e->is_start)
        stop("Wait", "a message was started that nobody has waited for");
    for (int k = 0; k < e->n; k++) {
        Started *s = e->waited[k];
        if (s->is_recv && !s->goes_back)
            stop("Wait", "the array that a receive was started for is not known here");
        if (s->is_recv)
            continue;
        s->goes_back = 1;
        s->numbers = room("Isend", s->count, s->type);
        int tag = adjoint_tag("Isend", s->tag, s->comm);
        if (!was_early("Isend", &s->numbers, s->peer, tag, s->comm))
            MPI_Irecv(s->numbers.at, s->numbers.n, s->numbers.type, s->peer, tag, s->comm, &s->back);
    }
    free(e->waited);
    n_events--;
}

static Started *going_back(const char *routine, int is_recv)
{
    Started *s = last_event(routine)->started;
    if (!s || s->is_recv != is_recv || !s->goes_back)
        stop(routine, "nobody has waited for it");
    n_events--;
    return s;
}

void adMpi_Irecv_b(void *recvb)
{
    Started *s = going_back("Irecv", 1);
    if (s->peer != MPI_PROC_NULL)
        clear("Irecv", recvb, s->count, s->type);
    free(s);
}

void adMpi_Isend_b(void *sendb)
{
    Started *s = going_back("Isend", 0);
    if (s->peer != MPI_PROC_NULL) {
        MPI_Wait(&s->back, MPI_STATUS_IGNORE);
        add("Isend", &s->numbers, 0, sendb, s->count, s->type);
        drop(&s->numbers);
    }
    free(s);
    forget_sent(0);
}

/* Tangents: receives of derivatives, by the requests of those of values. What is sent is copied, for one request may stand for several that are sent
 * already. */
typedef struct Beside {
    MPI_Request request, derivative;
    int is_prepared;
    struct Beside *next;
} Beside;

static Beside *beside;

static Beside *put_beside(MPI_Request request, int is_prepared)
{
    /* MPI gives a new request the name of one that was released. */
    for (Beside **link = &beside; *link; link = &(*link)->next) {
        Beside *b = *link;
        if (!b->is_prepared || b->request != request)
            continue;
        MPI_Request_free(&b->derivative);
        *link = b->next;
        free(b);
        break;
    }
    Beside *b = allocate("Irecv", sizeof *b);
    *b = (Beside){request, MPI_REQUEST_NULL, is_prepared, beside};
    beside = b;
    return b;
}

void adMpi_Isend_d(const void *sendd, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, const MPI_Request *request)
{
    (void)request;
    if (dest != MPI_PROC_NULL)
        start_sending(taken("Isend", sendd, count, type), dest, tag, comm);
}

void adMpi_Irecv_d(void *recvd, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, const MPI_Request *request)
{
    if (source == MPI_ANY_SOURCE || tag == MPI_ANY_TAG)
        stop("Irecv", "the derivative may come from another process, or with another tag: give both, or use MPI_Recv");
    if (source == MPI_PROC_NULL)
        return;
    MPI_Irecv(recvd, count, type, source, tag, comm, &put_beside(*request, 0)->derivative);
}

void adMpi_Send_init_d(const void *sendd, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, const MPI_Request *request)
{
    MPI_Send_init(sendd, count, type, dest, tag, comm, &put_beside(*request, 1)->derivative);
}

void adMpi_Recv_init_d(void *recvd, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, const MPI_Request *request)
{
    if (source == MPI_ANY_SOURCE || tag == MPI_ANY_TAG)
        stop("Recv_init", "the derivative may come from another process, or with another tag: give both, or use MPI_Recv");
    MPI_Recv_init(recvd, count, type, source, tag, comm, &put_beside(*request, 1)->derivative);
}

void adMpi_Startall_d(int count, const MPI_Request requests[])
{
    for (int k = 0; k < count; k++) {
        Beside *b = beside;
        while (b && !(b->is_prepared && b->request == requests[k]))
            b = b->next;
        if (!b)
            stop("Start", not_prepared);
        MPI_Start(&b->derivative);
    }
}

void adMpi_Start_d(const MPI_Request *request)
{
    adMpi_Startall_d(1, request);
}

/* Waits for the derivative of a message that has come. */
static void end_derivative(void *state, MPI_Request request, const MPI_Status *status)
{
    (void)state;
    (void)status;
    for (Beside **link = &beside; *link; link = &(*link)->next) {
        Beside *b = *link;
        if (b->request != request)
            continue;
        MPI_Wait(&b->derivative, MPI_STATUS_IGNORE);
        if (!b->is_prepared) {
            *link = b->next;
            free(b);
        }
        return;
    }
}

static const Listener derivatives = {NULL, end_derivative};

void adMpi_Waitall_d(int count, const MPI_Request requests[])
{
    for (int k = 0; k < count; k++)
        if (requests[k] != MPI_REQUEST_NULL)
            end_derivative(NULL, requests[k], MPI_STATUS_IGNORE);
}

void adMpi_Waitany_d(int count, MPI_Request requests[], int *index, MPI_Status *status)
{
    end_any(derivatives, count, requests, index, NULL, status);
}

void adMpi_Testany_d(int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status)
{
    end_any(derivatives, count, requests, index, flag, status);
}

void adMpi_Waitsome_d(int count, MPI_Request requests[], int *ended, int indices[], MPI_Status statuses[])
{
    end_some(derivatives, count, requests, ended, indices, statuses, 1);
}

void adMpi_Testsome_d(int count, MPI_Request requests[], int *ended, int indices[], MPI_Status statuses[])
{
    end_some(derivatives, count, requests, ended, indices, statuses, 0);
}

void adMpi_Test_d(MPI_Request *request, int *flag, MPI_Status *status)
{
    end_this(derivatives, request, flag, status);
}

void adMpi_Testall_d(int count, MPI_Request requests[], int *flag, MPI_Status statuses[])
{
    end_all(derivatives, count, requests, flag, statuses);
}

void adMpi_Wait_d(const MPI_Request *request)
{
    adMpi_Waitall_d(1, request);
}

/* ------------------------------------------------------------------------------------------------ collective operations that move numbers */

void adMpi_Bcast_b(void *bufferb, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    Place here = place("Bcast", comm);
    Numbers x = taken("Bcast", bufferb, count, type);
    if (here.rank == root) {
        MPI_Reduce(MPI_IN_PLACE, x.at, x.n, x.type, MPI_SUM, root, comm);
        give(&x, 0, bufferb, count, type);
    } else {
        MPI_Reduce(x.at, NULL, x.n, x.type, MPI_SUM, root, comm);
        clear("Bcast", bufferb, count, type);
    }
    drop(&x);
}

static void gather_b(const char *routine, void *sendb, int sendcount, MPI_Datatype sendtype, Blocks recv, int root, MPI_Comm comm)
{
    Place here = place(routine, comm);
    int is_root = here.rank == root;
    Numbers mine = {0, 0, MPI_DOUBLE, NULL}, all = {0, 0, MPI_DOUBLE, NULL};
    Shares s = {NULL, NULL, 0};
    if (sendb)
        mine = room(routine, sendcount, sendtype);
    if (is_root) {
        all = taken_blocks(routine, &recv, here.size);
        s = shares(routine, here.size, recv.count, recv.counts, recv.type);
        clear_blocks(routine, &recv, here.size, sendb ? -1 : root);
    }
    void *into = sendb ? (void *)mine.at : MPI_IN_PLACE;
    MPI_Scatterv(all.at, s.counts, s.firsts, all.type, into, mine.n, mine.type, root, comm);
    if (sendb)
        add(routine, &mine, 0, sendb, sendcount, sendtype);
    drop(&mine);
    drop(&all);
    drop_shares(&s);
}

void adMpi_Gather_b(void *sendb, int sendcount, MPI_Datatype sendtype, void *recvb, int recvcount, MPI_Datatype recvtype,
                    int root, MPI_Comm comm)
{
    sendb = named(sendb);
    gather_b("Gather", sendb, sendcount, sendtype, (Blocks){recvb, recvcount, NULL, NULL, recvtype}, root, comm);
}

void adMpi_Gatherv_b(void *sendb, int sendcount, MPI_Datatype sendtype, void *recvb, const int recvcounts[],
                     const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    sendb = named(sendb);
    gather_b("Gatherv", sendb, sendcount, sendtype, (Blocks){recvb, 0, recvcounts, displs, recvtype}, root, comm);
}

static void scatter_b(const char *routine, Blocks send, void *recvb, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    Place here = place(routine, comm);
    int is_root = here.rank == root;
    Numbers mine = {0, 0, MPI_DOUBLE, NULL}, all = {0, 0, MPI_DOUBLE, NULL};
    Shares s = {NULL, NULL, 0};
    if (recvb) {
        mine = taken(routine, recvb, recvcount, recvtype);
        clear(routine, recvb, recvcount, recvtype);
    }
    if (is_root) {
        all = room(routine, all_of(here.size, send.count, send.counts), send.type);
        s = shares(routine, here.size, send.count, send.counts, send.type);
    }
    void *from = recvb ? (void *)mine.at : MPI_IN_PLACE;
    MPI_Gatherv(from, mine.n, mine.type, all.at, s.counts, s.firsts, all.type, root, comm);
    if (is_root)
        add_blocks(routine, &all, &send, here.size);
    drop(&mine);
    drop(&all);
    drop_shares(&s);
}

void adMpi_Scatter_b(void *sendb, int sendcount, MPI_Datatype sendtype, void *recvb, int recvcount, MPI_Datatype recvtype,
                     int root, MPI_Comm comm)
{
    recvb = named(recvb);
    scatter_b("Scatter", (Blocks){sendb, sendcount, NULL, NULL, sendtype}, recvb, recvcount, recvtype, root, comm);
}

void adMpi_Scatterv_b(void *sendb, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvb,
                      int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    recvb = named(recvb);
    scatter_b("Scatterv", (Blocks){sendb, 0, sendcounts, displs, sendtype}, recvb, recvcount, recvtype, root, comm);
}

static void allgather_b(const char *routine, void *sendb, int sendcount, MPI_Datatype sendtype, Blocks recv, MPI_Comm comm)
{
    Place here = place(routine, comm);
    Numbers all = taken_blocks(routine, &recv, here.size);
    Shares s = shares(routine, here.size, recv.count, recv.counts, recv.type);
    Numbers mine = room(routine, count_of(&recv, here.rank), recv.type);
    MPI_Reduce_scatter(all.at, mine.at, s.counts, all.type, MPI_SUM, comm);
    clear_blocks(routine, &recv, here.size, -1);
    if (sendb)
        add(routine, &mine, 0, sendb, sendcount, sendtype);
    else
        give(&mine, 0, block_of(&recv, here.rank), count_of(&recv, here.rank), recv.type);
    drop(&mine);
    drop(&all);
    drop_shares(&s);
}

void adMpi_Allgather_b(void *sendb, int sendcount, MPI_Datatype sendtype, void *recvb, int recvcount, MPI_Datatype recvtype,
                       MPI_Comm comm)
{
    sendb = named(sendb);
    allgather_b("Allgather", sendb, sendcount, sendtype, (Blocks){recvb, recvcount, NULL, NULL, recvtype}, comm);
}

void adMpi_Allgatherv_b(void *sendb, int sendcount, MPI_Datatype sendtype, void *recvb, const int recvcounts[],
                        const int displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
    sendb = named(sendb);
    allgather_b("Allgatherv", sendb, sendcount, sendtype, (Blocks){recvb, 0, recvcounts, displs, recvtype}, comm);
}

static void alltoall_b(const char *routine, Blocks send, Blocks recv, MPI_Comm comm)
{
    Place here = place(routine, comm);
    Blocks to = send.at ? send : recv;
    Numbers came = taken_blocks(routine, &recv, here.size);
    Shares in = shares(routine, here.size, recv.count, recv.counts, recv.type);
    Numbers went = room(routine, all_of(here.size, to.count, to.counts), to.type);
    Shares out = shares(routine, here.size, to.count, to.counts, to.type);
    MPI_Alltoallv(came.at, in.counts, in.firsts, came.type, went.at, out.counts, out.firsts, went.type, comm);
    clear_blocks(routine, &recv, here.size, -1);
    add_blocks(routine, &went, &to, here.size);
    drop(&came);
    drop(&went);
    drop_shares(&in);
    drop_shares(&out);
}

void adMpi_Alltoall_b(void *sendb, int sendcount, MPI_Datatype sendtype, void *recvb, int recvcount, MPI_Datatype recvtype,
                      MPI_Comm comm)
{
    sendb = named(sendb);
    alltoall_b("Alltoall", (Blocks){sendb, sendcount, NULL, NULL, sendtype}, (Blocks){recvb, recvcount, NULL, NULL, recvtype},
               comm);
}

void adMpi_Alltoallv_b(void *sendb, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvb,
                       const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
    sendb = named(sendb);
    alltoall_b("Alltoallv", (Blocks){sendb, 0, sendcounts, sdispls, sendtype}, (Blocks){recvb, 0, recvcounts, rdispls, recvtype},
               comm);
}

/* ------------------------------------------------------------------------------------------------ reductions */

static void only_sum(const char *routine, MPI_Op op)
{
    if (op != MPI_SUM)
        stop(routine, "the operation is not MPI_SUM");
}

void adMpi_Reduce_b(void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
    sendb = named(sendb);
    only_sum("Reduce", op);
    Place here = place("Reduce", comm);
    Numbers x = room("Reduce", count, type);
    if (here.rank == root) {
        take(&x, 0, recvb, count, type);
        if (sendb)
            clear("Reduce", recvb, count, type);
    }
    MPI_Bcast(x.at, x.n, x.type, root, comm);
    if (sendb)
        add("Reduce", &x, 0, sendb, count, type);
    drop(&x);
}

void adMpi_Allreduce_b(void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    sendb = named(sendb);
    only_sum("Allreduce", op);
    place("Allreduce", comm);
    Numbers x = taken("Allreduce", recvb, count, type);
    MPI_Allreduce(MPI_IN_PLACE, x.at, x.n, x.type, MPI_SUM, comm);
    clear("Allreduce", recvb, count, type);
    add("Allreduce", &x, 0, sendb ? sendb : recvb, count, type);
    drop(&x);
}

static void reduce_scatter_b(const char *routine, void *sendb, Blocks recv, MPI_Op op, MPI_Comm comm)
{
    only_sum(routine, op);
    Place here = place(routine, comm);
    if (!sendb)
        stop(routine, "it has no derivative here with MPI_IN_PLACE");
    Shares s = shares(routine, here.size, recv.count, recv.counts, recv.type);
    Numbers mine = taken(routine, recv.at, count_of(&recv, here.rank), recv.type);
    long all = all_of(here.size, recv.count, recv.counts);
    Numbers x = room(routine, all, recv.type);
    MPI_Allgatherv(mine.at, mine.n, mine.type, x.at, s.counts, s.firsts, x.type, comm);
    clear(routine, recv.at, count_of(&recv, here.rank), recv.type);
    add(routine, &x, 0, sendb, (int)all, recv.type);
    drop(&mine);
    drop(&x);
    drop_shares(&s);
}

void adMpi_Reduce_scatter_b(void *sendb, void *recvb, const int recvcounts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    sendb = named(sendb);
    reduce_scatter_b("Reduce_scatter", sendb, (Blocks){recvb, 0, recvcounts, NULL, type}, op, comm);
}

void adMpi_Reduce_scatter_block_b(void *sendb, void *recvb, int recvcount, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    sendb = named(sendb);
    reduce_scatter_b("Reduce_scatter_block", sendb, (Blocks){recvb, recvcount, NULL, NULL, type}, op, comm);
}

/* Sums from the last process to the first one; without the own numbers for `exclusive`. */
static void scan_b(const char *routine, void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   int exclusive)
{
    only_sum(routine, op);
    Place here = place(routine, comm);
    MPI_Comm back;
    MPI_Comm_split(comm, 0, -here.rank, &back);
    Numbers x = taken(routine, recvb, count, type), y = room(routine, count, type);
    /* The first process gets nothing. */
    int idle = exclusive && here.rank == 0;
    if (idle)
        memset(x.at, 0, (size_t)x.n * (size_t)x.bytes);
    else
        clear(routine, recvb, count, type);
    if (exclusive)
        MPI_Exscan(x.at, y.at, x.n, x.type, MPI_SUM, back);
    else
        MPI_Scan(x.at, y.at, x.n, x.type, MPI_SUM, back);
    if (exclusive && here.rank == here.size - 1)
        memset(y.at, 0, (size_t)y.n * (size_t)y.bytes);
    add(routine, &y, 0, sendb ? sendb : recvb, count, type);
    MPI_Comm_free(&back);
    drop(&x);
    drop(&y);
}

void adMpi_Scan_b(void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    sendb = named(sendb);
    scan_b("Scan", sendb, recvb, count, type, op, comm, 0);
}

void adMpi_Exscan_b(void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    sendb = named(sendb);
    scan_b("Exscan", sendb, recvb, count, type, op, comm, 1);
}

/* The derivative of each result by each number of this process, as if all were real: that of the least or greatest number is 1 in the first process that has
 * it, that of a product is the product of the others, and no quotient, for one of them may be zero. */
static void factors(const char *routine, Numbers *x, int is_complex, MPI_Op op, MPI_Comm comm)
{
    Place here = place(routine, comm);
    size_t bytes = (size_t)x->n * (size_t)x->bytes;
    if (op == MPI_MIN || op == MPI_MAX) {
        char *best = allocate(routine, bytes);
        int *who = allocate(routine, sizeof *who * (size_t)x->n);
        MPI_Allreduce(x->at, best, x->n, x->type, op, comm);
        for (int k = 0; k < x->n; k++) {
            int is_best = x->bytes == 8 ? ((double *)x->at)[k] == ((double *)best)[k] : ((float *)x->at)[k] == ((float *)best)[k];
            who[k] = is_best ? here.rank : INT_MAX;
        }
        MPI_Allreduce(MPI_IN_PLACE, who, x->n, MPI_INT, MPI_MIN, comm);
        for (int k = 0; k < x->n; k++) {
            if (x->bytes == 8)
                ((double *)x->at)[k] = who[k] == here.rank;
            else
                ((float *)x->at)[k] = who[k] == here.rank;
        }
        free(best);
        free(who);
        return;
    }
    if (op != MPI_PROD)
        stop(routine, "the operation is none of MPI_SUM, MPI_PROD, MPI_MIN and MPI_MAX");
    char *all = allocate(routine, bytes * (size_t)here.size);
    MPI_Allgather(x->at, x->n, x->type, all, x->n, x->type, comm);
    int width = is_complex ? 2 : 1;
    for (int k = 0; k < x->n; k += width) {
        double complex product = 1;
        for (int r = 0; r < here.size; r++) {
            char *at = all + (size_t)r * bytes + (size_t)k * (size_t)x->bytes;
            double re = x->bytes == 8 ? *(double *)at : *(float *)at;
            double im = !is_complex ? 0 : x->bytes == 8 ? ((double *)at)[1] : ((float *)at)[1];
            if (r != here.rank)
                product *= is_complex ? re + im * I : re;
        }
        if (x->bytes == 8)
            ((double *)x->at)[k] = creal(product);
        else
            ((float *)x->at)[k] = (float)creal(product);
        if (is_complex && x->bytes == 8)
            ((double *)x->at)[k + 1] = cimag(product);
        if (is_complex && x->bytes == 4)
            ((float *)x->at)[k + 1] = (float)cimag(product);
    }
    free(all);
}

/* Multiplies derivatives by them; `transposed`: by their conjugates. */
static void scale(Numbers *x, const Numbers *by, int is_complex, int transposed)
{
    int width = is_complex ? 2 : 1;
    for (int k = 0; k < x->n; k += width) {
        double v[2] = {0, 0}, w[2] = {0, 0};
        for (int j = 0; j < width; j++) {
            v[j] = x->bytes == 8 ? ((double *)x->at)[k + j] : ((float *)x->at)[k + j];
            w[j] = x->bytes == 8 ? ((double *)by->at)[k + j] : ((float *)by->at)[k + j];
        }
        if (transposed)
            w[1] = -w[1];
        double product[2] = {v[0] * w[0] - v[1] * w[1], v[0] * w[1] + v[1] * w[0]};
        for (int j = 0; j < width; j++) {
            if (x->bytes == 8)
                ((double *)x->at)[k + j] = product[j];
            else
                ((float *)x->at)[k + j] = (float)product[j];
        }
    }
}

static int is_complex(MPI_Datatype type)
{
    return size_of(type) == 2 * real_bytes(type);
}

/* `root` below zero: every process has the result. */
static void operation_b(const char *routine, const void *send, void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op,
                        int root, MPI_Comm comm)
{
    Place here = place(routine, comm);
    if (!is_named(type))
        stop(routine, "operations other than MPI_SUM have no derivative here for derived types");
    Numbers x = room(routine, count, type), by = taken(routine, send, count, type);
    if (root < 0 || here.rank == root) {
        take(&x, 0, recvb, count, type);
        clear(routine, recvb, count, type);
    }
    if (root < 0)
        MPI_Allreduce(MPI_IN_PLACE, x.at, x.n, x.type, MPI_SUM, comm);
    else
        MPI_Bcast(x.at, x.n, x.type, root, comm);
    if (op != MPI_SUM) {
        factors(routine, &by, is_complex(type), op, comm);
        scale(&x, &by, is_complex(type), 1);
    }
    add(routine, &x, 0, sendb, count, type);
    drop(&x);
    drop(&by);
}

static void operation_d(const char *routine, const void *send, const void *sendd, void *recvd, int count, MPI_Datatype type, MPI_Op op,
                        int root, MPI_Comm comm)
{
    Place here = place(routine, comm);
    if (!is_named(type))
        stop(routine, "operations other than MPI_SUM have no derivative here for derived types");
    Numbers x = taken(routine, sendd, count, type), by = taken(routine, send, count, type);
    if (op != MPI_SUM) {
        factors(routine, &by, is_complex(type), op, comm);
        scale(&x, &by, is_complex(type), 0);
    }
    MPI_Allreduce(MPI_IN_PLACE, x.at, x.n, x.type, MPI_SUM, comm);
    if (root < 0 || here.rank == root)
        give(&x, 0, recvd, count, type);
    drop(&x);
    drop(&by);
}

void adMpi_Reduce_op_b(const void *send, void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op, int root,
                       MPI_Comm comm)
{
    operation_b("Reduce", send, sendb, recvb, count, type, op, root, comm);
}

void adMpi_Allreduce_op_b(const void *send, void *sendb, void *recvb, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    operation_b("Allreduce", send, sendb, recvb, count, type, op, -1, comm);
}

void adMpi_Reduce_op_d(const void *send, const void *sendd, void *recvd, int count, MPI_Datatype type, MPI_Op op, int root,
                       MPI_Comm comm)
{
    operation_d("Reduce", send, sendd, recvd, count, type, op, root, comm);
}

void adMpi_Allreduce_op_d(const void *send, const void *sendd, void *recvd, int count, MPI_Datatype type, MPI_Op op,
                          MPI_Comm comm)
{
    operation_d("Allreduce", send, sendd, recvd, count, type, op, -1, comm);
}
