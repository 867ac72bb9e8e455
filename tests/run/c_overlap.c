// Parts of one array passed together that overlap, or may for all that is known where the call stands: the function writes one of them.
// wrong: RT0404
// head: all(all)/(s)
// inputs: s(9) = 0.5 .. 1.5
// head: weak(weak)/(x)
// inputs: n = 5
// inputs: x(6) = 0.5 .. 1.5
// head: changed(changed)/(x)
// inputs: n = 5
// inputs: x(6) = 0.5 .. 1.5
// head: middle(middle)/(x)
// inputs: n = 5
// inputs: x(6) = 0.5 .. 1.5
// head: behind(behind)/(x)
// inputs: n = 5
// inputs: x(6) = 0.5 .. 1.5
// head: wrapped(wrapped)/(x)
// inputs: n = 5
// inputs: x(6) = 0.5 .. 1.5
// head: narrow(narrow)/(x)
// inputs: n = 5
// inputs: x(6) = 0.5 .. 1.5
// head: earlier(earlier)/(x)
// inputs: n = 5
// inputs: x(6) = 0.5 .. 1.5
// head: near(near)/(x)
// inputs: n = 5
// inputs: x(6) = 0.5 .. 1.5
static void step(int n, double *a, double *b)
{
    for (int i = 0; i < n; i++) {
        a[i] = a[i]*b[i];
        b[i] = b[i] + a[i]*a[i];
    }
}

double all(double *s)
{
    double w[6];
    for (int i = 0; i < 6; i++)
        w[i] = s[i];
    step(3, &w[0], &w[1]);
    return w[0]*w[2];
}

static void turn(double *a, double *b)
{
    *a = 0.5 * *a * *b;
    *b = *b - *a * *a;
}

double weak(int n, double *x)
{
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            turn(&x[i], &x[j]);
    return x[0]*x[n-1];
}

double changed(int n, double *x)
{
    for (int i = 0; i + 1 < n; i++)
        for (int j = 0; j < n; j++)
            if (j > i) {
                if (x[j] > 1)
                    j = i;
                turn(&x[i], &x[j]);
            }
    return x[0]*x[n-1];
}

double middle(int n, double *x)
{
    for (int i = 0; i <= n/2; i++)
        turn(&x[i], &x[n-1-i]);
    return x[0]*x[n-1];
}

static void lower(int *j)
{
    --*j;
}

double behind(int n, double *x)
{
    for (int i = 0; i < n; i++) {
        int j = i + 1;
        lower(&j);
        turn(&x[i], &x[j]);
    }
    return x[0]*x[n-1];
}

double wrapped(unsigned n, double *x)
{
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++)
            if (j > i - 1)
                turn(&x[i + 1 < n ? i : 0], &x[j]);
    return x[0]*x[n-1];
}

double narrow(unsigned n, double *x)
{
    for (unsigned i = 0; i < n; i++) {
        unsigned char j = i + 1;
        turn(&x[i], &x[j]);
    }
    return x[0]*x[n-1];
}

double earlier(int n, double *x)
{
    int k = 0;
    for (int i = 1; i < n; i++) {
        int j = k;
        k = i + 1;
        turn(&x[i], &x[j]);
    }
    return x[0]*x[n-1];
}

double near(int n, double *x)
{
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j + 3 < n; j++)
            step(2, &x[i], &x[j]);
    return x[0]*x[n-1];
}
