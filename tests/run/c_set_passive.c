// head: every(x)\(y)
// inputs: x = 0.6 .. 0.9
// inputs: y(16) = 0.5 .. 1.5
/* What a call overwrites with something passive, by an address, a pointer, an array or a structure, has no derivative afterwards. */
typedef struct {
  double a, b;
  double v[2];
} Part;
typedef struct {
  Part in;
  Part *out;
  double *w;
} Whole;

double shared;

static void one(double *s) { *s = 0.5; }

static double one_more(double *s)
{
  *s = 0.25;
  return 1.5;
}

static void three(double s[3])
{
  for (int i = 0; i < 3; i++)
    s[i] = 0.5;
}

static void some(int n, double *s)
{
  for (int i = 0; i < n; i++)
    s[i] = 0.5;
}

static void square(double p[2][2])
{
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      p[i][j] = 0;
}

static void beside(double x, double *a, double *b)
{
  *a = 0.5;
  *b = x*x;
}

static void part(Part *p)
{
  p->a = 0.5;
  p->v[0] = 1;
  p->v[1] = 2;
}

static void whole(Whole *t)
{
  t->in.a = 1.0;
  t->out->a = 2.0;
  *t->w = 3.0;
}

static void with_global(double *p)
{
  shared = 1.0;
  *p = 2.0;
}

static void behind(double **p) { **p = 2.0; }

static void exchanged(double *s, double *t)
{
  double *kept = s;
  s = t;
  *s = 3;
  t = kept;
}

void every(const double *x, double y[16])
{
  double s = *x, t = *x, u = *x, v = *x, w = *x, a = *x, b = *x;
  double r[3] = { *x, *x, *x }, q[3] = { *x, *x, *x };
  double m[2][2] = { { *x, *x }, { *x, *x } };
  Part p = { *x, *x, { *x, *x } }, o = { *x, *x, { *x, *x } };
  Part ps[2] = { { *x, *x, { *x, *x } }, { *x, *x, { *x, *x } } };
  double *to_t = &t, *to_w = &w;
  Whole all = { o, &o, &u };
  shared = *x;
  if (*x > 0.5) {
    one(&s);
    one(to_t);
    s = s + one_more(&v);
    three(r);
    some(2, q);
    square(m);
    beside(*x, &a, &b);
    part(&p);
    whole(&all);
    with_global(&y[12]);
    behind(&to_w);
    for (Part *one_of = ps; one_of < ps + 2; one_of++)
      part(one_of);
  }
  y[0] = s * *x;
  y[1] = t * *x;
  y[2] = v * *x;
  y[3] = r[0]*r[1] + r[2] * *x;
  y[4] = q[0]*q[1] + q[2] * *x;
  y[5] = m[0][1] + m[1][0] * *x;
  y[6] = a*b;
  y[7] = p.a*p.b + p.v[0]*p.v[1];
  y[8] = all.in.a*o.a + u * *x;
  y[9] = shared * *x;
  y[10] = w*w + *x;
  y[11] = ps[0].a*ps[0].b + ps[1].a * *x;
  y[13] = y[14] = *x;
  one(y + 13);
  one(&y[15]);
  y[15] += y[13]*y[14];
  t = *x;
  u = *x;
  exchanged(&t, &u);
  y[14] = t*u;
}
