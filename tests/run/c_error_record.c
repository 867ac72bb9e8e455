// head: f(f)/(x)
// inputs: x(4) = 0.5 .. 1.5
// refused without snapshot: RT0432
// A record of errors beside numbers is made and filled by a call that passes nothing active.
#include <stdlib.h>
struct error {
  int status;
  int line[4];
};
struct projection {
  double r0, w;
  struct error *err;
};
static int error_set(struct error **e, int status) {
  if (*e == 0)
    *e = calloc(1, sizeof **e);
  if (*e) {
    (*e)->status = status;
    (*e)->line[status] = 1;
  }
  return status;
}
static int set(struct projection *p, int k) {
  if (k == 1)
    return error_set(&p->err, 2);
  if (p->r0 < 0.0)
    return error_set(&p->err, 3);
  p->w = p->w + p->r0 * p->r0;
  return 0;
}
double f(const double *x) {
  struct projection p = {0};
  for (int k = 0; k < 4; k++) {
    p.r0 = x[k];
    if (set(&p, k))
      p.w = p.w * x[k];
  }
  return p.w;
}
