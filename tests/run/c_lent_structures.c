// Structures by value that lead to what has a derivative in one call, and to what has none in another.
// head: g(x)\(g)
// inputs: n = 2
// inputs: x(2) = 0.5 .. 1.5
// head: partly(x)\(partly)
// inputs: n = 2
// inputs: x(4) = 0.5 .. 1.5
// head: nested(x)\(nested)
// inputs: n = 2
// inputs: x(4) = 0.5 .. 1.5
// head: literal(x)\(literal)
// inputs: n = 2
// inputs: x(4) = 0.5 .. 1.5
// head: products(x)\(y)
// inputs: n = 2
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(2) = 0.0 .. 0.0
// head: reset(x)\(reset)
// inputs: n = 2
// inputs: x(4) = 0.5 .. 1.5
// head: members(x)\(members)
// inputs: n = 2
// inputs: x(4) = 0.5 .. 1.5
#include <math.h>

typedef struct {
  int n;
  const double *p;
} vec;

static double dot(vec u, vec v) {
  double s = 0;
  for (int i = 0; i < v.n; i++) s += u.p[i]*v.p[i];
  return s;
}

double g(int n, const double *x) {
  double a[2] = {1, 2};
  vec va = {n, a}, vb = {n, x};
  return dot(va, vb)*dot(vb, va);
}

typedef struct {
  int n;
  const double *w, *b;
} layer;

static double forward(layer l, const double *in) {
  double s = 0;
  for (int i = 0; i < l.n; i++) s += tanh(l.w[i]*in[i] + l.b[i]);
  return s;
}

double partly(int n, const double *x) {
  double bias[2] = {0.1, 0.2};
  layer first = {n, x, bias}, second = {n, bias, x + n}, third = {n, x, x + n};
  double s = forward(first, x + n);
  s *= forward(second, x);
  return s*forward(third, bias);
}

typedef struct {
  vec v;
  double scale;
} scaled;

static double size(scaled s) { return s.scale*dot(s.v, s.v); }

double nested(int n, const double *x) {
  double c[2] = {0.3, 0.4};
  scaled a = {{n, c}, x[0]}, b = {{n, x}, 2.0};
  return size(a)*size(b);
}

double literal(int n, const double *x) {
  static const double c[2] = {0.3, 0.4};
  return dot((vec){n, c}, (vec){n, x})*dot((vec){n, x}, (vec){n, x + n});
}

typedef struct {
  int r, c;
  double *a;
} mat;

static void mul(mat a, mat b, mat c) {
  for (int i = 0; i < a.r; i++)
    for (int j = 0; j < b.c; j++) {
      double s = 0;
      for (int k = 0; k < a.c; k++) s += a.a[i*a.c + k]*b.a[k*b.c + j];
      c.a[i*c.c + j] = s;
    }
}

void products(int n, const double *x, double *y) {
  double F[4] = {1, 0.1, 0, 1}, P[4], T[4], X[4];
  for (int i = 0; i < 4; i++) P[i] = x[i];
  mat mF = {n, n, F}, mP = {n, n, P}, mT = {.r = n, .c = n, .a = T}, mX = {n, n, X};
  mul(mF, mP, mT);
  mul(mT, mF, mX);
  mul(mF, mF, mT);
  mul(mX, mP, mT);
  for (int i = 0; i < n; i++) y[i] = T[i]*X[i];
}

double reset(int n, const double *x) {
  double a[2] = {1, 2};
  vec v = {n, a}, w = {n, x};
  double s = dot(v, w);
  v.p = x + n;
  return s*dot(v, w);
}

static double along(const double *p, vec v, int k) { return p[k]*v.p[k]*v.p[k]; }

double members(int n, const double *x) {
  double c[4] = {1, 2, 3, 4};
  vec list[2] = {{n, c}, {n, x}};
  double s = 1;
  for (int i = 0; i < n; i++) s *= along(x, list[1], i) + along(c, list[0], i);
  return s + along(x, list[0], 1) + along(c, list[1], 1);
}
