// Values of arguments are handed over by address to what only reads them, as numbers or as bytes of any type; with several directions their derivatives are
// rows, which are addresses themselves.
// head: length(length)/(t s)
// head: area(area)/(a)
struct box {
    double w, h;
};

static double square(const double *p)
{
    return *p * *p;
}

static double cube(const void *q)
{
    const double *p = q;
    return *p * *p * *p;
}

static void put(void *to, double v)
{
    double *d = to;
    *d = v*v;
}

double length(double t, double s)
{
    double r = square(&t) + cube(&s);
    put(&s, r);
    return s*t + square(&s);
}

static double first(const void *q)
{
    const struct box *b = q;
    return b->w*b->w;
}

double area(struct box a)
{
    return first(&a)*square(&a.h);
}
