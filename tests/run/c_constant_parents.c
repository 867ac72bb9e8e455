// A structure is a copy of one that a constant one leads to.
// head: f(f)/(th)
// inputs: th(2) = 0.5 .. 1.0
struct env { const double *th; double a; const struct env *up; };

static double g(const struct env *e, double x) {
  struct env sub = *e->up, first = *e->up->up;
  sub.a = x * e->th[1];
  return sub.a * sub.a * sub.th[0] + first.a * first.th[1] * e->a;
}

double f(const double *th) {
  struct env base = { th, th[0] * th[1], 0 }, mid = { th, 1.0, &base }, top = { th, th[1], &mid };
  return g(&top, 0.5);
}
