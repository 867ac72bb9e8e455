// Steps that wait for the end of a full expression, and commas, choices and && inside it.
// head: f(y)/(x)
// inputs: x(5) = 0.5 .. 1.5
// inputs: y(3) = 0
void f(const double *x, double *y)
{
    int i = 0, j = 0, k, ok, m = 0;
    double s = 0, w[6] = { 0 };
    for (int t = 0; t < 4; t++) {
        ok = i++ > 1 && j++ < 2;
        s += ok ? x[i]*x[j] : x[j];
        ok = (m++ % 3) || (j += 1, j > 3);
        s *= ok + 1;
    }
    i = 0;
    y[0] = x[i++]*(k = 2, x[k]) + s;
    y[1] = (i++ > 5) ? x[i]*2 : (j = 3, x[j]*x[i]);
    w[k] = (x[0] > 5 && i++) ? s : x[k - 1]; k++;
    i++ > 1 ? (w[0] = x[1]) : (w[1] = x[2]);
    j-- > 7 && (w[0] += 4);
    y[2] = w[0]*w[2] + w[1]*x[i]*x[j] + k*s;
}
