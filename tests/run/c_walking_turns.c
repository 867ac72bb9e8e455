// Pointers and integers that go on from turn to turn of a loop whose turns run forward and back one after the other: the adjoint of a
// turn leaves them where the next one begins.
// head: dense(x)\(out)
// inputs: nin = 3
// inputs: nout = 2
// inputs: x(6) = 0.5 .. 1.5
// inputs: out(2) = 0.0 .. 0.0
// head: inside(x)\(out)
// inputs: nin = 3
// inputs: nout = 2
// inputs: x(6) = 0.5 .. 1.5
// inputs: out(2) = 0.0 .. 0.0
// head: inverted(x)\(out)
// inputs: nin = 3
// inputs: nout = 2
// inputs: x(6) = 0.5 .. 1.5
// inputs: out(2) = 0.0 .. 0.0
// head: both(x)\(out)
// inputs: nin = 3
// inputs: nout = 2
// inputs: x(6) = 0.5 .. 1.5
// inputs: out(2) = 0.0 .. 0.0
// head: flat(x)\(out)
// inputs: nin = 3
// inputs: nout = 2
// inputs: x(6) = 0.5 .. 1.5
// inputs: out(2) = 0.0 .. 0.0
// head: held(x)\(out)
// inputs: nin = 3
// inputs: nout = 2
// inputs: x(6) = 0.5 .. 1.5
// inputs: out(2) = 0.0 .. 0.0
#include <math.h>

struct walk {
  int at;
  double last;
};

void inside(int nin, int nout, const double *x, double *out) {
  struct walk w;
  w.at = 0;
  w.last = 0.0;
  for (int o = 0; o < nout; o++) {
    double s = 1.0;
    for (int i = 0; i < nin; i++) {
      s *= x[w.at];
      w.at++;
    }
    out[o] = sin(s);
  }
}

void inverted(int nin, int nout, const double *x, double *out) {
  int at[2];
  at[0] = 0;
  at[1] = 5;
  for (int o = 0; o < nout; o++) {
    double s = 1.0;
    for (int i = 0; i < nin; i++) {
      s *= x[at[0]]*cos(x[at[1]]);
      at[0]++;
      at[1]--;
    }
    out[o] = sin(s);
  }
}

void both(int nin, int nout, const double *x, double *out) {
  const double *p = x;
  double *q = out;
  for (int o = 0; o < nout; o++) {
    double s = 1.0;
    for (int i = 0; i < nin; i++) {
      s *= *p;
      p++;
    }
    *q = sin(s);
    q++;
  }
}

void flat(int nin, int nout, const double *x, double *out) {
  const double *p = x + nin*nout - 1;
  for (int o = 0; o < nout; o++) {
    double s = *p;
    p--;
    s = s*s*sin(s);
    double t = *p;
    p--;
    out[o] = sin(s)*t;
  }
}

void held(int nin, int nout, const double *x, double *out) {
  const double *p = x;
  for (int o = 0; o < nout; o++) {
    const double *q = p;
    double s = 1.0;
    for (int i = 0; i < nin; i++) {
      s *= *q;
      q++;
    }
    p = q;
    out[o] = sin(s);
  }
}

void dense(int nin, int nout, const double *x, double *out) {
  for (int o = 0; o < nout; o++) {
    double s = 1.0;
    for (int i = 0; i < nin; i++) {
      s *= *x;
      x++;
    }
    out[o] = sin(s);
  }
}
