// Loops that are run for the value of their variable behind them alone.
// head: twice(y)/(x y)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// inputs: y = 0.5 .. 1.5
// head: before(y)/(x y)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// inputs: y = 0.5 .. 1.5
// head: turned(y)/(x y)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// inputs: y = 0.5 .. 1.5
void twice(int n, const double x[4], double *y)
{
    int i = 2, s = 0, w = 0;
    *y = *y * x[i];
    while (w < 2) {
        w++;
        for (i = n; i > w; i--)
            s += i;
    }
    *y = *y * x[i - 1] * *y;
    (void)s;
}

void before(int n, const double x[4], double *y)
{
    int i = 1, s = 0;
    *y = *y * x[i] * *y;
    if (n > 3)
        for (i = 0; i < n - 1; i++)
            s++;
    *y = *y * x[i];
    for (int t = 0; t < 3; t++) {
        i = t;
        *y = *y * x[i];
        for (i = 0; i < n; i++) {
        }
        *y += x[i - n + t] * *y;
    }
    (void)s;
}

void turned(int n, const double x[4], double *y)
{
    int i = 0, w = 0;
    do {
        *y += x[i] * x[i];
        for (i = n - 1; i > w; i--)
            ;
        w++;
    } while (w < 3);
    *y *= x[i];
}
