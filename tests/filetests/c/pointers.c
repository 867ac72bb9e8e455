// A parameter used as `*y` is one number: assigning to it kills. One used as an array is not. A local pointer means what it may point to.
// test: varied, useful, active
// head: f from x to y
void f(int n, double x, double *y, double *a) {
  double t, u;
  double *p = &t; // varied: x | useful: *a x | active: x
  t = x; // varied: t x | useful: *a x | active: t
  u = 1.0; // varied: t x | useful: *a t | active: t
  if (n > 3) p = &u; // useful: *a t u | varied: t x | active: t
  *p = 2.0 * t; // varied: t u x | useful: *a t u | active: t u
  *y = t * x; // varied: *y t u x | useful: *a t u | active: t u
  a[0] = *p; // varied: *a *y t u x | useful: *a t u | active: *a u
  *y = a[1] + u; // varied: *a *y t u x | useful: *a u | active: *y
}
