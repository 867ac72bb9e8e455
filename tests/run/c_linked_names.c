// head: chain(b)\(y)
// inputs: n = 3
// inputs: b(3).w = 0.5 .. 1.5
// inputs: b(3).v = 0.5 .. 1.5
// inputs: b(3).parent = 0
/* The place of one argument is read from memory, the other has a pointer of its own: they are compared when the adjoint runs. */
#include <stddef.h>
typedef struct { double w, v; int parent; } Body;
static void add(const double *p, double *q) { *q = *q * *p + *p; }
void chain(int n, Body *b, double *y)
{
  for (int i = 1; i < n; i++) {
    Body *l = &b[i];
    add(&b[b[i].parent].w, &l->w);
  }
  *y = b[n - 1].w;
}
