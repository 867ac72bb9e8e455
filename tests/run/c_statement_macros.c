// Macros that `do { … } while (0)` makes statements: blocks, unless they are left from inside. And objects without a name whose address is passed.
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1
// head: checked(x)/(x)
// head: left_early(left_early)/(x)
// head: unnamed(unnamed)/(x)
// head: defines(defines)/(x)
#define CHECK(e)          \
    do {                  \
        int code = (e);   \
        if (code)         \
            return;       \
    } while (0)
#define SWAP(a, b)        \
    do {                  \
        double keep = (a);\
        (a) = (b);        \
        (b) = keep;       \
    } while (0)

static int step(int n, double *x)
{
    if (n < 1) return 1;
    for (int i = 1; i < n; i++) x[i] = x[i]*x[i - 1];
    return 0;
}

void checked(int n, double *x)
{
    CHECK(step(n, x));
    SWAP(x[0], x[n - 1]);
    CHECK(step(n - 1, x));
    CHECK(step(n - 3, x));
    x[1] = x[1]*x[0];
}

double left_early(int n, const double *x)
{
    double y = x[0];
    for (int i = 1; i < n; i++) {
        do {
            if (x[i] > 0.75) break;
            y *= x[i];
        } while (0);
        y += x[i]*x[i];
    }
    return y;
}

struct pair { double a, b; };

static double product(const struct pair *p) { return p->a*p->b; }

static double total(const struct pair *p, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) sum += product(&p[i]);
    return sum;
}

double unnamed(int n, const double *x)
{
    double y = product(&(struct pair){ x[0], x[1] });
    for (int i = 0; i < n; i++) y += product(&(struct pair){ .b = x[i], .a = y });
    return y + total((struct pair[]){ { x[0], x[2] }, { x[1], y } }, 2);
}

/* Macros that a function defines for itself: its derivatives do not need the lines. */
double defines(int n, const double *x)
{
#define FACTOR 0.05
#define SQUARE(a) ((a)*(a))
    double ratio = x[0]/x[1];
    if (FACTOR*SQUARE(ratio) <= 0.001)
        return x[n-1];
    return FACTOR*x[n-1]*ratio;
#undef SQUARE
}
