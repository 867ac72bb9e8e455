// head: several(x)\(z)
// inputs: x = 0.3 .. 0.9
// inputs: z(5) = 0.5 .. 1.5
/* The value of a function goes to a place that the function may read while it runs, by another name. */
typedef struct {
  double *in, *out;
} Ends;

double g[3];

static double product(const double *y)
{
  if (y[0] > 0.1)
    return y[0]*y[1];
  return y[1];
}

static double of_ends(Ends s)
{
  if (s.in[0] > 0.1)
    return s.in[0]*s.in[1];
  return s.in[1];
}

static double of_global(double b)
{
  if (b > 0.1)
    return g[0]*g[1] + g[1]*b;
  return g[1];
}

void several(const double *x, double z[5])
{
  double y[2] = { *x, *x * *x };
  double *q = &y[1];
  Ends s = { y, y + 1 };
  *q = product(y);
  z[0] = y[0]*y[1];
  q = &g[1];
  g[0] = *x;
  g[1] = *x * *x;
  *q = of_global(*x);
  z[1] = g[0]*g[1];
  *s.out = product(s.in);
  y[0] = of_ends(s);
  z[2] = y[0]*y[1];
  z[3] = *x;
  z[4] = *x * *x;
  q = z + 3;
  z[4] = product(q);
  *q = product(z + 3);
}
