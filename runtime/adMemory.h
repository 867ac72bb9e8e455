/* Memory that knows its size: C code that calls realloc is differentiated with it. It is freed by free(), as any other. */
#ifndef ADMEMORY_H
#define ADMEMORY_H

#include <stddef.h>

/* New memory, all zero. Want of it is reported on standard error and ends the program by abort(). */
void *adAllocate(size_t bytes);

/* The size of what adAllocate made, 0 for a null pointer. Other memory is reported on standard error and ends the program by abort(): nobody knows its size.
 * (Not `const`: compilers take new memory that is handed over as constant for unset.) */
size_t adAllocated(void *memory);

#endif
