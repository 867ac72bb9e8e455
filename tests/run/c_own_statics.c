// Constants that a library sets at its first call, by functions that others may call: the derivative has its own, and copies of all that sets them.
// head: f(y)/(a, x)
// inputs: a = 1 .. 2
// inputs: x = 1 .. 2
// inputs: y(1) = 0
static int ready, calls;
static double degree, table[4];

static double gain(double a)
{
    static double k[3];
    static int set;
    if (!set) {
        k[0] = 0.5;
        k[1] = 1.5;
        k[2] = 0.25;
        set = 1;
    }
    return k[0] + a*(k[1] + a*k[2]);
}

static void fill(int n)
{
    for (int i = 0; i < n; i++)
        table[i] = 1.0/(1.0 + i);
}

void init(void)
{
    if (!ready) {
        degree = 3.14159265358979/180.0;
        fill(4);
        ready = 1;
    }
}

void setup(double *g, double a)
{
    if (!ready)
        init();
    *g = a*a;
}

double last(void)
{
    return table[3]*degree;
}

double use(const double *g, double x)
{
    double s = 0.0;
    calls++;
    for (int i = 3; i >= 0; i--)
        s = s*x + table[i];
    return *g*s/degree;
}

void f(double a, double x, double *y)
{
    double g;
    setup(&g, a);
    *y = use(&g, x)*x*gain(a)*last();
}
