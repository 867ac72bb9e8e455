// Calls in split mode that change what they are given the value of: by its address, by a global, behind a structure.
// options: -nocheckpoint pick -nocheckpoint take -nocheckpoint advance -nocheckpoint scale
// head: f(x)\(f)
// inputs: x(8) = 0.2 .. 0.9
static int pos;

struct walk {
  int at;
  double sum;
};

static void scale(double a, double *r)
{
  double t = a*a;
  *r = *r*t;
}

static void pick(int k, int *next, const double *x, double *s)
{
  *s += x[k]*x[k]*(k + 1);
  *next = k + 2;
}

static void take(int k, const double *x, double *s)
{
  *s *= 1.0 + x[k]*x[k]/(k + 1);
  pos++;
}

static void advance(struct walk *w, int at, const double *x)
{
  w->sum += x[at]*x[at]*w->sum;
  w->at += 3;
  w->sum *= x[at];
}

double f(const double *x)
{
  double s = 0.0, r = x[0];
  struct walk w = {0, 1.0};
  int k = 0;
  scale(r, &r);
  while (k < 6)
    pick(k, &k, x, &s);
  pos = 0;
  while (pos < 6)
    take(pos, x, &s);
  while (w.at < 8)
    advance(&w, w.at, x);
  return r*s + w.sum;
}
