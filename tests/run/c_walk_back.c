// A pointer that walks backwards, compared with the beginning.
// head: rev(y)/(x y)
// inputs: n = 5
// inputs: x(5) = 0.5 .. 1.5
// inputs: y(5) = 0.5 .. 1.5
void rev(int n, double *x, double *y)
{
    double *p = x + n;
    while (p-- != x) {
        *y = *y * *p + *p * *p;
        y++;
    }
}
