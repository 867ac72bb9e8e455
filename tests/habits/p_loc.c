// run: -b -head "g(g)/(x)"
// has: g_b(const double *x, double *xb, double q[3], double qb[3], double gb)
/* q carries active values and is not in the head; Tapenade's main programs pass its derivative, too */
double g(const double *x, double q[3]) {
  double s = 0.0;
  for (int i = 0; i < 3; i++) { q[i] = x[i]*x[i]; }
  for (int i = 0; i < 3; i++) s += q[i]*q[i];
  return s;
}
