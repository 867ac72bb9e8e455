// Functions that overwrite active variables with passive values: their derivatives become zero, wherever the call stands.
// head: f(x)\(y)
// inputs: x(4) = 0.5 .. 1.5
#include <math.h>
double g;
static int status(double *v) { for (int i = 0; i < 4; i++) v[i] = 0.25; g = 0.75; return 1; }
static double seed(double *v) { *v = 0.25; return 2.0; }
static void init(double *v, double *s) { *s = 0.5; *v = 0.125; }
void f(double x[4], double *y) {
  double v[4], s, t, u, w, z;
  for (int i = 0; i < 4; i++) v[i] = x[i];
  g = x[0] * x[1];
  s = sin(x[0]);
  t = x[2] * x[1];
  u = x[3];
  init(&w, &z);
  if (x[0] > 1.0) w = x[1];
  *y = (v[0] + v[1]) * g * s * t * u + w * z;
  for (int i = 0; i < 2; i++) {
    int k = status(v);
    *y += (v[0] + v[1] + k) * g;
    for (int j = 0; j < 4; j++) v[j] *= x[j];
    g *= x[i];
    *y += seed(&s) * x[0];
    *y += s;
    s *= x[1];
    if (seed(&t) > 1.0) *y += t * x[1];
    t *= x[2];
    u = seed(&u) + x[3];
    *y += u;
    u *= x[i];
  }
}
