// Recursive functions that return a pointer into their argument, external and static, whose derivatives are not needed: their originals are called as functions.
// head: total(total)/(x)
// inputs: x = 1 .. 2
typedef struct node node;
struct node { int kind; double val; const node *l; };
typedef struct { int at, used; int signs[4]; node pool[8]; } parser;

node *outer(parser *p);
static node *inner(parser *p);

static node *made(parser *p, int kind, const node *l) {
  node *n = &p->pool[p->used++];
  n->kind = kind;
  n->l = l;
  n->val = 0.0;
  return n;
}

node *outer(parser *p) {
  if (p->signs[p->at]) {
    p->at++;
    return made(p, 1, outer(p));
  }
  return made(p, 0, 0);
}

static node *inner(parser *p) {
  if (p->signs[p->at]) {
    p->at++;
    return made(p, 1, inner(p));
  }
  return made(p, 0, 0);
}

static double value(const node *n, double x) {
  return n->kind == 0 ? x : -value(n->l, x) * x;
}

double total(double x) {
  parser ps, other;
  ps.at = 0;
  ps.used = 0;
  for (int i = 0; i < 4; i++) ps.signs[i] = i < 2;
  other.at = 1;
  other.used = 0;
  for (int i = 0; i < 4; i++) other.signs[i] = i < 3;
  const node *root = outer(&ps);
  const node *next = inner(&other);
  return value(root, x) + 2.0 * value(next, x);
}
