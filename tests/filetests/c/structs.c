// test: varied, formals
// head: run from x to out
struct body { double m; double v[3]; int id; };
static double scale = 2.0;
static void push(struct body *b, double f) { // formals: b=ua f=va
  b->v[0] = f / b->m; // varied: *b.v f
  b->id = 1; // varied: *b.v f
}
double run(double x, struct body *b, double *out) { // formals: out=ua x=va
  struct body c;
  c = *b; // varied: x
  push(&c, x * scale); // varied: c.v x
  *out = c.v[0]; // varied: *out c.v x
  return c.m; // varied: *out c.v x
}
