// A `static` variable that a passive function sets at its first call, which other files may call too: the derivative's file has copies of both.
// head: f(y)/(x)
// inputs: x = 0.5 .. 1
static int ready = 0;
static double scale;

static void set_up(void)
{
    ready = 1;
    scale = 2.5;
}

void start(double *g, double a)
{
    if (!ready) set_up();
    *g = a*scale;
}

double peek(void)
{
    return scale + 1.0;
}

void f(double x, double *y)
{
    double g;
    start(&g, 3.0);
    *y = g*x*x*scale*peek();
}
