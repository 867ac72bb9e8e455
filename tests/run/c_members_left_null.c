// A list of which the initialiser says nothing begins as NULL, and so does the pointer to its derivatives, beside members that it sets; in every turn anew.
// head: plan(plan)/(w)
// inputs: w(3) = 0.5 .. 1.0
typedef struct term { double weight; struct term *next; } term;
typedef struct { int n; const double *v; term *terms; double last[2]; } problem;

static void add(problem *p, term *t, double w) { t->weight = w; t->next = p->terms; p->terms = t; }

static double eval(problem *p) {
  double s = 0;
  for (term *t = p->terms; t; t = t->next) { s += t->weight * t->weight * p->v[1]; t->weight *= 1.0 + s; }
  p->last[p->n - 1] += s;
  return s;
}

double plan(const double *w) {
  term t[3];
  double v[2] = { w[0], w[1] * w[1] }, c = 0;
  problem p = { .n = 2, .v = v };
  add(&p, &t[0], w[0]);
  add(&p, &t[1], w[1]);
  c = eval(&p) * p.last[1];
  for (int k = 0; k < 3; k++) {
    problem q = { .n = 1, .v = v };
    add(&q, &t[k], w[k]);
    c += eval(&q) * (k + 1);
  }
  return c;
}
