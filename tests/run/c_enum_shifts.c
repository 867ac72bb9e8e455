// Enumerators made with shifts and bits, as extents and designators.
// head: f(y)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(1) = 0 .. 1
enum kind { LIN = 1, QUAD = LIN << 1, EXPO = (QUAD | LIN) + 0x1, NK };
static double coef[NK + 1] = {[LIN] = 0.5, [QUAD] = 2.0, [EXPO] = 3.0};
void f(int n, double *x, double *y) {
  double w[NK + 1] = {[QUAD] = x[0] * x[1], [LIN] = x[1]};
  *y = 0;
  for (int i = 0; i < n; i++) *y += coef[1 + i % 3] * x[i] * w[1 + i % 2];
}
