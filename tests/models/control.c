// x to the power of how many turns lie strictly between 1 and 5.
double f(double x, int y) {
  double o = 1.0;
  for (int i = 0; i < y; i = i + 1) {
    if (i > 1) {
      if (i < 5) {
        o = o * x;
      }
    }
  }
  return o;
}
