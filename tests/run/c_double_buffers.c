// Two rows that change places, told apart by what their subscripts leave when they are divided.
// inputs: n = 5
// inputs: x(2) = 0.5 .. 1
// head: bits(bits)/(x)
// head: remainders(remainders)/(x)
// head: difference(difference)/(x)
// head: negated(negated)/(x)
// head: turned(turned)/(x)
// head: of_three(of_three)/(x)
static void step(const double *a, double *b)
{
    b[0] = a[0]*a[1];
    b[1] = a[1] + 0.1*a[0];
}

double bits(int n, const double *x)
{
    double h[2][2] = { { x[0], x[1] }, { 0, 0 } };
    for (int t = 0; t < n; t++) step(h[t & 1], h[!(t & 1)]);
    return h[n & 1][0]*h[n & 1][1];
}

double remainders(int n, const double *x)
{
    double h[2][2] = { { x[0], x[1] }, { 0, 0 } };
    for (int t = 0; t < n; t++) step(h[t % 2], h[(t + 1) % 2]);
    return h[n % 2][0]*h[n % 2][1];
}

double difference(int n, const double *x)
{
    double h[2][2] = { { x[0], x[1] }, { 0, 0 } };
    int now = 0;
    for (int t = 0; t < n; t++) {
        step(h[now], h[1 - now]);
        now = 1 - now;
    }
    return h[now][0]*h[now][1];
}

double negated(int n, const double *x)
{
    double h[2][2] = { { x[0], x[1] }, { 0, 0 } };
    int now = 0;
    for (int t = 0; t < n; t++) {
        step(h[now], h[!now]);
        now = !now;
    }
    return h[now][0]*h[now][1];
}

double turned(int n, const double *x)
{
    double h[2][2] = { { x[0], x[1] }, { 0, 0 } };
    int now = 0;
    for (int t = 0; t < n; t++) {
        step(h[now], h[now ^ 1]);
        now ^= 1;
    }
    return h[now][0]*h[now][1];
}

static void leap(const double *before, const double *now, double *after)
{
    after[0] = before[0] + 0.1*now[0]*now[1];
    after[1] = before[1] - 0.2*now[0];
}

double of_three(int n, const double *x)
{
    double h[3][2] = { { x[0], x[1] }, { x[1], x[0] }, { 0, 0 } };
    for (int t = 0; t < n; t++) leap(h[t % 3], h[(t + 1) % 3], h[(t + 2) % 3]);
    return h[n % 3][0]*h[(n + 1) % 3][1];
}
