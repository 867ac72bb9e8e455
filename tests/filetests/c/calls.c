// test: varied, written, killed, exposed, dep
// head: f from x to y
double sq(double a) { // written: sq | killed: sq | exposed: a | dep: sq<a
  return a * a; // varied: a sq
}
void set(double *r, double v) { // written: *r | killed: *r | exposed: r v | dep: *r<r *r<v
  *r = v; // varied: *r v
}
void fill(int n, double *r, double v) { // written: *r | exposed: n r v | dep: *r<*r *r<n *r<r *r<v
  for (int i = 0; i < n; i++) r[i] = v; // varied: *r v
}
void f(double x, double *y) { // written: *y | killed: *y | exposed: x y | dep: *y<x *y<y
  double t = sq(x) + 1.0; // varied: t x
  double w[4];
  set(&t, sq(t)); // varied: t x
  fill(4, w, t); // varied: t w x
  set(&w[1], 0.0); // varied: t w x
  *y = w[2]; // varied: *y t w x
  set(y, 0.0); // varied: t w x
  *y = *y + w[0]; // varied: *y t w x
}
