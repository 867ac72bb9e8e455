// head: f(f)/(x)
// inputs: x(4) = 0.5 .. 1.5
// wrong interpreted: was not given
// A text beside numbers in a structure is written by functions of strings, and what it says is asked backward too.
#include <stdlib.h>
#include <string.h>
struct projection {
  double r0, w;
  int n;
  char code[8];
  int bounds[3];
};
static void set(struct projection *p, int k) {
  if (k % 2 == 0)
    strcpy(p->code, "TAN");
  else
    strncpy(p->code, "SIN", 4);
  if (k == 2)
    strcat(p->code, "Q");
  if (k == 3)
    memcpy(p->code, "CAR", 4);
  memset(p->bounds, 0, sizeof p->bounds);
  memset(&p->code[4], 'x', 3);
  p->bounds[k % 3] = abs((int)(-10.0 * p->r0));
}
static void step(struct projection *p) {
  if (strcmp(p->code, "TAN") == 0)
    p->w = p->w * p->r0;
  else if (p->code[0] == 'S' && p->bounds[1] >= 0)
    p->w = p->w + p->r0 * p->r0;
  else if (strlen(p->code) == 4)
    p->w = p->w * p->w * p->r0;
  else
    p->w = 1.0 / (p->w + p->r0);
}
double f(const double *x) {
  struct projection p = {0};
  p.w = 1.0;
  for (int k = 0; k < 4; k++) {
    p.r0 = x[k];
    set(&p, k);
    step(&p);
    step(&p);
  }
  return p.w;
}
