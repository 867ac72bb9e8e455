// Members that a function has no use for, but a callee reads, for others: their derivatives are those of the callers, and stay.
// head: h(h)/(x)
// inputs: x(3) = 0.5 .. 1.5
// head: tree(tree)/(b)
// inputs: n = 3
// inputs: b(3) = 0.1 .. 1.0
#include <math.h>
#include <stdlib.h>

struct st { double a, b, c; };

static void k(struct st *s)
{
  s->a = 2*s->a*s->a;
  s->c = sin(s->b);
}

static void m(struct st *s, double *y)
{
  struct st *same = s;
  k(s);
  *y *= s->a;
  k(same);
  *y *= same->a;
  s->c = 0;
}

double h(const double *x)
{
  struct st s[2] = {{x[0], x[1]*x[0], x[2]}, {x[1], x[2], x[0]}};
  double y = x[2];
  m(s, &y);
  m(&s[1], &y);
  y += s[0].b*s[1].b;
  k(s);
  return y + s[0].c*s[0].a;
}

/* Bodies on a line, in a tree of cells that meet at their middles. */
struct body { double x, v, m; };

struct cell {
  double at, half, mass, sum;
  int count;
  const struct body *only;
  struct cell *child[2];
};

static struct cell *cell_new(double at, double half)
{
  struct cell *c = calloc(1, sizeof *c);
  if (!c)
    exit(1);
  c->at = at;
  c->half = half;
  return c;
}

static void cell_free(struct cell *c)
{
  if (!c)
    return;
  cell_free(c->child[0]);
  cell_free(c->child[1]);
  free(c);
}

static void insert(struct cell *c, const struct body *b, int depth)
{
  if (c->count == 0) {
    c->only = b;
  } else {
    if (c->only && depth < 20) {
      const struct body *old = c->only;
      int q = old->x > c->at;
      c->only = NULL;
      if (!c->child[q])
        c->child[q] = cell_new(c->at + (q ? 0.5 : -0.5)*c->half, 0.5*c->half);
      insert(c->child[q], old, depth + 1);
    }
    int q = b->x > c->at;
    if (!c->child[q])
      c->child[q] = cell_new(c->at + (q ? 0.5 : -0.5)*c->half, 0.5*c->half);
    insert(c->child[q], b, depth + 1);
  }
  c->sum += b->m*b->x;
  c->mass += b->m;
  c->count++;
}

static double pull(const struct cell *c, const struct body *b)
{
  if (c == NULL || c->only == b)
    return 0.0;
  if (c->count == 1) {
    double d = c->sum/c->mass - b->x;
    return c->mass*d/(d*d + 0.5);
  }
  return pull(c->child[0], b) + pull(c->child[1], b);
}

static void accelerate(struct body *b, int n, double *acc)
{
  struct cell *root = cell_new(0.5, 1.0);
  for (int i = 0; i < n; i++)
    insert(root, &b[i], 0);
  for (int i = 0; i < n; i++)
    acc[i] = pull(root, &b[i]);
  cell_free(root);
}

double tree(struct body *b, int n)
{
  double e = 0.0, *acc = malloc(n*sizeof *acc);
  for (int s = 0; s < 2; s++) {
    accelerate(b, n, acc);
    for (int i = 0; i < n; i++) {
      b[i].v += 0.1*acc[i];
      b[i].x += 0.01*b[i].v;
    }
  }
  for (int i = 0; i < n; i++)
    e += b[i].m*b[i].v*b[i].v;
  free(acc);
  return e;
}
