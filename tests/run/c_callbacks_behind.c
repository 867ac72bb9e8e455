// Callbacks that are defined behind the functions that take them, and functions that are declared before they are: derivatives made for them stand
// before those that they call.
// head: f(f)/(p)
// inputs: p(4) = 0.5 .. 1.5
// head: g(s)/(p)
// inputs: p(4) = 0.5 .. 1.5
// inputs: s = 0 .. 0
typedef double (*pair)(const double *, const double *);

static double total(pair f, const double *p)
{
    double s = 0.0;
    for (int i = 0; i < 3; i++)
        s += f(&p[i], &p[i + 1]);
    return s;
}

static double wedge(const double *a, const double *b)
{
    return *a * *b;
}

static double twice(pair f, const double *p);

static double both(const double *p)
{
    return total(wedge, p)*twice(wedge, p);
}

double f(const double *p)
{
    return both(p);
}

static double twice(pair f, const double *p)
{
    return 2*f(p, p + 1)*f(p + 1, p + 2);
}

static void scale(void (*change)(double *), double *p)
{
    for (int i = 0; i < 4; i++)
        change(&p[i]);
}

static void square(double *p)
{
    *p *= *p;
}

static void root(double *p)
{
    *p = 1/(1 + *p);
}

void g(double *p, double *s)
{
    scale(square, p);
    scale(root, p);
    *s = total(wedge, p);
}
