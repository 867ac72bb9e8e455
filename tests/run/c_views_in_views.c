// Lists give pointers the addresses of elements that other structures lead to, and hold copies of structures with pointers.
// head: f(s)/(x)
// inputs: n = 3
// inputs: x(9) = 1.0 .. 2.0
// inputs: s = 0.0
typedef struct { int n; double *d; } view;
typedef struct { view v; double a; } outer;
typedef struct { view rows[2]; double w; } both;

static void sumsq(const view *v, double *s) {
  for (int i = 0; i < v->n; i++) *s += v->d[i] * v->d[i];
}

static view rest(const both *b, int i) { return (view){ b->rows[i].n - 1, &b->rows[i].d[1] }; }

static double ends(const both *b) {
  view last = { 1, &b->rows[1].d[b->rows[1].n - 1] }, first = { 1, &(*b).rows[0].d[0] };
  return last.d[0] * first.d[0];
}

void f(int n, double *x, double *s) {
  view A = { n, x };
  outer o = { A, x[1] };
  outer *q = &o;
  both z = { { A, { n - 1, &q->v.d[1] } }, x[0] };
  view v = { n - 1, &A.d[1] };
  view *pv = &v;
  *s = 0;
  sumsq(&v, s);
  *pv = (view){ pv->n, &pv->d[1] };
  sumsq(&v, s);
  v = (view){ q->v.n, &(*q).v.d[3] };
  sumsq(&v, s);
  sumsq(&(view){ q->v.n, &q->v.d[3] }, s);
  sumsq(&z.rows[0], s);
  v = rest(&z, 1);
  sumsq(&v, s);
  *s *= o.a * o.v.d[1] * z.w + ends(&z);
}
