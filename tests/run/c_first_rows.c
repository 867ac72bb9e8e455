// Matrices handed on by the name of their first row, `A[0]` or `*A`, for all of their numbers; rows and vectors are saved as what they are.
// head: total(total)/(x)
// inputs: x(3) = 0.5 .. 1.5
struct frame { double R[3][3]; double t[3]; };

static void outer(int n, const double *x, double *m) { for (int i = 0; i < n*n; i++) m[i] = x[i/n]*x[i%n]; }

static double trace(int n, const double *m)
{
  double s = 0;
  for (int i = 0; i < n; i++) s += m[i*n + i]*m[i*n + i];
  return s;
}

static void scale(int n, double *v, double f) { for (int i = 0; i < n; i++) v[i] *= f*v[i]; }

static void turn(double *v) { double h = v[0]; v[0] = v[1]*h; v[1] = v[2]; v[2] = h*h; }

static void through(double *m) { scale(9, m, 0.5); }

static double rows(double (*p)[3])
{
  turn(p[0]);
  scale(3, p[1], p[0][2]);
  turn(*p);
  return p[0][0]*p[1][1] + p[0][2];
}

double total(const double x[3])
{
  double A[3][3], s = 0;
  struct frame f = { { { 1, x[0], 2 }, { x[1], 1, x[2] }, { 0, x[0], 1 } }, { 0, x[1], 1 } };
  for (int t = 0; t < 2; t++) {
    double y[3] = { x[t], s + x[1], x[2] };
    outer(3, y, A[0]);
    s += trace(3, A[0]);
    through(*A);
    s += trace(3, *A);
    scale(9, f.R[0], x[t]);
    turn(f.R[0]);
    turn(f.t);
    s += f.R[2][1]*f.t[0] + trace(3, f.R[0]) + rows(A);
  }
  return s;
}
