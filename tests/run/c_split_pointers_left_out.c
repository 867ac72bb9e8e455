// head: obj(y)/(w)
// options: -nocheckpoint train
// inputs: n = 3
// inputs: w(3) = 0.1 .. 0.5
// inputs: b(3) = 0.1 .. 0.5
// Split mode: a structure by value of whose pointers the procedure uses one. The other one is never copied, and does not travel to the backward half.
typedef struct {
    double *w, *b;
    int n;
} net;

static double slope(double a) { return a * (1.0 - a); }

static void train(const net t, double rate)
{
    for (int i = 0; i < t.n; i++) {
        double s = 0.0;
        for (int j = 0; j < t.n; j++) s += t.w[j] * t.w[j];
        t.w[i] -= rate * s * slope(t.w[i]);
    }
}

void obj(int n, double *w, double *b, double rate, double *y)
{
    net t;
    t.w = w;
    t.b = b;
    t.n = n;
    for (int k = 0; k < 2; k++) train(t, rate);
    *y = 0.0;
    for (int i = 0; i < n; i++) *y += t.w[i] * t.b[i];
}
