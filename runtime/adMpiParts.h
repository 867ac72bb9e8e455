/* What the files of derivatives of MPI share: nothing here is for others. */
#ifndef ADMPI_PARTS_INCLUDED
#define ADMPI_PARTS_INCLUDED

#include "adMpi.h"

#include <stddef.h>

void adMpi_stop(const char *routine, const char *why);

/* Numbers. `routine` is the call of MPI whose derivative it is, for messages. */
/* So many real numbers of a size, one behind the other. */
typedef struct {
    int n, bytes;
    MPI_Datatype type;
    char *at;
} Numbers;

void *adMpi_allocate(const char *routine, size_t bytes);
int adMpi_is_named(MPI_Datatype type);
int adMpi_size_of(MPI_Datatype type);
int adMpi_real_bytes(MPI_Datatype type);
Numbers adMpi_room(const char *routine, long count, MPI_Datatype type);
void adMpi_drop(Numbers *x);
void adMpi_take(Numbers *x, int from, const void *buffer, int count, MPI_Datatype type);
void adMpi_give(const Numbers *x, int from, void *buffer, int count, MPI_Datatype type);
void adMpi_add(const char *routine, const Numbers *x, int from, void *buffer, int count, MPI_Datatype type);
void adMpi_clear(const char *routine, void *buffer, int count, MPI_Datatype type);
Numbers adMpi_taken(const char *routine, const void *buffer, int count, MPI_Datatype type);

/* Processes, and what each has of a buffer. */
typedef struct {
    int rank, size;
} Place;

/* What each process has of a buffer, in numbers: `counts` times those of the type, and where it begins when all lie one behind the other. */
typedef struct {
    int *counts, *firsts, total;
} Shares;

/* A buffer of several blocks: `displs` says where they begin, NULL: one behind the other. */
typedef struct {
    void *at;
    int count;
    const int *counts, *displs;
    MPI_Datatype type;
} Blocks;

Place adMpi_place(const char *routine, MPI_Comm comm);
void *adMpi_named(void *buffer);
Shares adMpi_shares(const char *routine, int size, int count, const int *counts, MPI_Datatype type);
void adMpi_drop_shares(Shares *s);
long adMpi_all_of(int size, int count, const int *counts);
char *adMpi_block_of(const Blocks *b, int r);
int adMpi_count_of(const Blocks *b, int r);
Numbers adMpi_taken_blocks(const char *routine, const Blocks *b, int size);
void adMpi_add_blocks(const char *routine, const Numbers *x, const Blocks *b, int size);
void adMpi_clear_blocks(const char *routine, const Blocks *b, int size, int but);

/* Messages. */
void adMpi_forget_sent(int wait);
int adMpi_adjoint_tag(const char *routine, int tag, MPI_Comm comm);
void adMpi_start_sending(Numbers numbers, int to, int tag, MPI_Comm comm);
int adMpi_was_early(const char *routine, Numbers *x, int from, int tag, MPI_Comm comm);

#endif
