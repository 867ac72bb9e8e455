// Heads of which one calls another: what the called one does not touch, but its caller has set, keeps its adjoint.
// head: traj(rng)/(v0)
// options: -head dragf(d)/(v)
double xm;

void dragf(double v, double *d) { *d = 0.5*v*v; }

void traj(double v0, double *rng)
{
  double d;
  xm = 2.0 + v0;
  dragf(v0, &d);
  *rng = d*xm;
}
