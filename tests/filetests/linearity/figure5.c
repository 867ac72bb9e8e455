// Figure 5 of Strout and Hovland: on one path u is x, on the other u*x.
// test: linear, nonlinear
double flag, b, x, y, d;
void foo(int which, double *f) { // linear: a<b | nonlinear: d<a d<b u<u u<x *f<u *f<x
  double a, u;
  int i;
  u = 1.0;
  if (which) {
    a = b;
    d = sin(a);
    u = x;
  } else {
    a = b + 1;
    for (i = 0; i < 10; i++) {
      u = u*x;
    }
  }
  *f = u;
}
