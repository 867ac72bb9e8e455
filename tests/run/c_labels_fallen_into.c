// head: run(run)/(x)
// inputs: n = 1 .. 5
// inputs: m = 3
// Labels inside of cases that are fallen into: a loop by `goto` in the last, a way out in the one before.
double run(int n, int m, double x)
{
  double s = x;
  switch (n) {
  case 1: case 2:
    s *= x;
    /* fall through */
  case 3:
    if (s > 0.9) goto done;
    s += x * x;
  done: ;
    s = s * s;
    /* fall through */
  default:
    {
      int w = 0;
    again: ;
      w++;
      s = s * x + 0.1;
      if (w < m) goto again;
    }
    break;
  }
  return s;
}
