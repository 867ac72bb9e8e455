// What functions in tests change besides giving a value: adjoints bring it back.
// head: f(y)/(x)
// inputs: x(5) = 0.5 .. 1.5
// inputs: y(1) = 0
static int take(int *k) { return ++*k; }
void f(const double *x, double *y)
{
    int j = 0;
    double b = 1;
    for (int i = 0; i < 4; i++) {
        if (x[i] < 0.9 || take(&j) > 2) b *= x[j];
        b += x[i] > 0.7 && take(&j) < 3 ? x[j]*b : 1;
        if (j > 3) j = 1;
    }
    while (b < 50 && take(&j) < 5) b = b*2*x[j] + x[j - 1];
    y[0] = b;
}
