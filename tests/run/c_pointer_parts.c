// head: parts(x b)\(y)
// inputs: x = 0.6 .. 0.9
// inputs: b(2).a = 0.5 .. 1.5
// inputs: b(2).w(2) = 0.5 .. 1.5
/* A pointer to a component of one structure of several overwrites that one, not all of them. */
typedef struct {
  double a, w[2];
} Body;

static void set(double *p) { *p = 0.5; }

static void square(double x, double *p) { *p = x*x; }

void parts(const double *x, Body b[2], double *y)
{
  Body t[2], *to = t;
  for (int i = 0; i < 2; i++) {
    t[i].a = *x*b[i].a;
    t[i].w[0] = t[i].w[1] = *x + b[i].w[0];
  }
  double *q = &t[1].a;
  *q = 0.5;
  double *r = &b[1].a;
  square(*x, r);
  double *s = &to[0].w[1];
  set(s);
  *y = t[0].a*t[1].a + t[0].w[0]*t[0].w[1] + t[1].w[1]*b[0].a + b[1].a*b[1].w[1];
}
