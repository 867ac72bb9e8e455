// run: -b -head "loss(sum)/(w)"
// says: RT03
// has: loss_b(
/* the head names the variable that is returned, as Tapenade lets one do for functions */
double loss(const double *w, double out[3]) {
  double sum = 0.0;
  for (int i = 0; i < 3; i++) { out[i] = w[i]*w[i]; sum += out[i]; }
  return sum;
}
