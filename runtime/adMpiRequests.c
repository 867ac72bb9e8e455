/* Derivatives of calls of MPI that return early. */
#include "adMpiParts.h"

#include <stdlib.h>
#include <string.h>

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
            adMpi_stop("Wait", "there is no memory left");
    }
    events[n_events] = (Event){NULL, NULL, 0, 0};
    return &events[n_events++];
}

static Event *last_event(const char *routine)
{
    if (n_events == 0)
        adMpi_stop(routine, "its forward sweep has not come by here");
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
    Started *s = adMpi_allocate("Isend", sizeof *s);
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
    int is_complex = adMpi_size_of(type) == 2 * adMpi_real_bytes(type);
    if (offset < 0 || (size > 0 && offset >= size * (ptrdiff_t)adMpi_real_bytes(type) * (is_complex ? 2 : 1)))
        adMpi_stop(routine, "the buffer is a part of an array that does not lie together");
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
        adMpi_stop("Irecv", "a part of a derived type was received");
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
    Started **list = adMpi_allocate("Waitall", sizeof *list * (size_t)(count > 0 ? count : 1));
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
    MPI_Request *all = adMpi_allocate(routine, sizeof *all * (size_t)(count > 0 ? count : 1));
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
    MPI_Status *own = adMpi_allocate("Waitsome", sizeof *own * (size_t)(count > 0 ? count : 1));
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
    MPI_Status *own = adMpi_allocate("Testall", sizeof *own * (size_t)(count > 0 ? count : 1));
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
        adMpi_stop("Waitsome", "there is no memory left");
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
        s = adMpi_allocate("Send_init", sizeof *s);
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
    Started **list = adMpi_allocate("Startall", sizeof *list * (size_t)(count > 0 ? count : 1));
    int n = 0;
    for (int k = 0; k < count; k++) {
        const Started *known = prepared_for(requests[k]);
        if (!known)
            adMpi_stop("Start", not_prepared);
        if (known->peer == MPI_PROC_NULL)
            continue;
        Started *s = adMpi_allocate("Startall", sizeof *s);
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
        adMpi_stop("Start", "a message was started that nobody has waited for");
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
            adMpi_stop("Start", "nobody has waited for it");
        char *at = (char *)arrayb + s->offset;
        if (s->is_recv) {
            adMpi_clear("Start", at, s->count, s->type);
        } else {
            MPI_Wait(&s->back, MPI_STATUS_IGNORE);
            adMpi_add("Start", &s->numbers, 0, at, s->count, s->type);
            adMpi_drop(&s->numbers);
        }
        free(s);
        e->waited[k] = NULL;
    }
    adMpi_forget_sent(0);
}

void adMpi_Start_b(void)
{
    Event *e = last_start();
    for (int k = 0; k < e->n; k++) {
        Started *s = e->waited[k];
        if (!s)
            continue;
        if (!s->goes_back)
            adMpi_stop("Start", "nobody has waited for it");
        /* Of an array without derivative. */
        if (s->base > 0)
            adMpi_stop("Start", "the array of a buffer is not known here");
        if (!s->is_recv) {
            MPI_Wait(&s->back, MPI_STATUS_IGNORE);
            adMpi_drop(&s->numbers);
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
        Numbers x = arrayb ? adMpi_taken("Irecv", at, s->count, s->type) : adMpi_room("Irecv", s->count, s->type);
        adMpi_start_sending(x, s->peer, adMpi_adjoint_tag("Irecv", s->tag, s->comm), s->comm);
    }
}

void adMpi_Wait_b(void)
{
    adMpi_Wait_array_b(0, NULL);
    Event *e = last_event("Wait");
    if (e->started || e->is_start)
        adMpi_stop("Wait", "a message was started that nobody has waited for");
    for (int k = 0; k < e->n; k++) {
        Started *s = e->waited[k];
        if (s->is_recv && !s->goes_back)
            adMpi_stop("Wait", "the array that a receive was started for is not known here");
        if (s->is_recv)
            continue;
        s->goes_back = 1;
        s->numbers = adMpi_room("Isend", s->count, s->type);
        int tag = adMpi_adjoint_tag("Isend", s->tag, s->comm);
        if (!adMpi_was_early("Isend", &s->numbers, s->peer, tag, s->comm))
            MPI_Irecv(s->numbers.at, s->numbers.n, s->numbers.type, s->peer, tag, s->comm, &s->back);
    }
    free(e->waited);
    n_events--;
}

static Started *going_back(const char *routine, int is_recv)
{
    Started *s = last_event(routine)->started;
    if (!s || s->is_recv != is_recv || !s->goes_back)
        adMpi_stop(routine, "nobody has waited for it");
    n_events--;
    return s;
}

void adMpi_Irecv_b(void *recvb)
{
    Started *s = going_back("Irecv", 1);
    if (s->peer != MPI_PROC_NULL)
        adMpi_clear("Irecv", recvb, s->count, s->type);
    free(s);
}

void adMpi_Isend_b(void *sendb)
{
    Started *s = going_back("Isend", 0);
    if (s->peer != MPI_PROC_NULL) {
        MPI_Wait(&s->back, MPI_STATUS_IGNORE);
        adMpi_add("Isend", &s->numbers, 0, sendb, s->count, s->type);
        adMpi_drop(&s->numbers);
    }
    free(s);
    adMpi_forget_sent(0);
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
    Beside *b = adMpi_allocate("Irecv", sizeof *b);
    *b = (Beside){request, MPI_REQUEST_NULL, is_prepared, beside};
    beside = b;
    return b;
}

void adMpi_Isend_d(const void *sendd, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, const MPI_Request *request)
{
    (void)request;
    if (dest != MPI_PROC_NULL)
        adMpi_start_sending(adMpi_taken("Isend", sendd, count, type), dest, tag, comm);
}

void adMpi_Irecv_d(void *recvd, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, const MPI_Request *request)
{
    if (source == MPI_ANY_SOURCE || tag == MPI_ANY_TAG)
        adMpi_stop("Irecv", "the derivative may come from another process, or with another tag: give both, or use MPI_Recv");
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
        adMpi_stop("Recv_init", "the derivative may come from another process, or with another tag: give both, or use MPI_Recv");
    MPI_Recv_init(recvd, count, type, source, tag, comm, &put_beside(*request, 1)->derivative);
}

void adMpi_Startall_d(int count, const MPI_Request requests[])
{
    for (int k = 0; k < count; k++) {
        Beside *b = beside;
        while (b && !(b->is_prepared && b->request == requests[k]))
            b = b->next;
        if (!b)
            adMpi_stop("Start", not_prepared);
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
