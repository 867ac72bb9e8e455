// Pointers in structures and arrays: structures copied whole, made of a parameter's pointers, passed by value, led through at the end of a
// procedure; arrays of pointers handed on; local arrays that a pointer fills.
// head: weighted(out)/(y w)
// inputs: n = 3
// inputs: y(3) = -1 .. 1
// inputs: w(3) = 0.5 .. 1.5
// inputs: out(3) = 0 .. 0
// head: local(local)/(w)
// inputs: n = 3
// inputs: w(3) = 0.5 .. 1.5
// head: twice(twice)/(y w)
// inputs: n = 3
// inputs: y(3) = -1 .. 1
// inputs: w(3) = 0.5 .. 1.5
// head: corners(corners)/(xy)
// inputs: ne = 2
// inputs: conn(6) = 0, 1, 2, 0, 2, 3
// inputs: xy(8) = -1 .. 1
// head: rows(rows)/(xy)
// inputs: ne = 2
// inputs: conn(6) = 0, 1, 2, 0, 2, 3
// inputs: xy(8) = -1 .. 1
// head: filled(filled)/(x y)
// inputs: x(4) = 0.5 .. 1.5
// inputs: y = 0.5 .. 1.5
typedef struct {
    int n;
    const double *y;
    double *w;
    double scale[2];
} pack;

static int last(const pack *p, int k) { return p->n - 1 - k; }

static double of_copy(pack s, int i)
{
    pack t = s;
    t.scale[1] = 0.5;
    return t.scale[0]*t.scale[1]*t.y[i]*t.w[i]*t.w[i];
}

static double of_address(pack s, int i)
{
    const pack *t = &s;
    return t->y[last(&s, i)]*t->w[i];
}

static double of_alias(pack s, int i)
{
    double *w = s.w;
    return s.y[i]*w[i]*w[i];
}

void weighted(int n, const double *y, double *w, double *out)
{
    pack s = { n, y, w, { 2.0, 1.0 } };
    for (int i = 0; i < n; i++)
        out[i] = of_copy(s, i) + of_address(s, i)*of_alias(s, i);
}

double local(int n, double *w)
{
    pack t;
    t.n = n;
    t.w = w;
    double r = t.w[0]*t.w[n - 1];
    return r*t.w[1];
}

double twice(int n, const double *y, double *w)
{
    pack a = { n, y, w, { 1.0, 3.0 } }, b, *p = &a;
    double s = 0;
    for (int i = 0; i < n; i++) {
        b = *p;
        b.scale[0] += i*b.w[i];
        s += b.scale[0]*b.scale[1]*b.y[i];
    }
    return s;
}

static double area(const double *a, const double *b, const double *c)
{
    return 0.5*((b[0] - a[0])*(c[1] - a[1]) - (c[0] - a[0])*(b[1] - a[1]));
}

static double triangle(const int *v, const double *xy)
{
    const double *p[3];
    double A, s = 0;
    for (int i = 0; i < 3; i++)
        p[i] = &xy[2*v[i]];
    A = area(p[0], p[1], p[2]);
    for (int i = 0; i < 3; i++)
        s += A*A*p[i][1]*p[(i + 1) % 3][0];
    return s;
}

double corners(int ne, const int *conn, const double *xy)
{
    double s = 0;
    for (int e = 0; e < ne; e++)
        s += triangle(conn + 3*e, xy);
    return s;
}

static double of_rows(const double *const v[3]) { return v[0][0]*v[1][1] - v[1][0]*v[2][1]*v[0][1]; }

double rows(int ne, const int *conn, const double *xy)
{
    const double *p[3];
    double s = 0;
    for (int e = 0; e < ne; e++) {
        for (int i = 0; i < 3; i++)
            p[i] = &xy[2*conn[3*e + i]];
        double l = 0;
        for (int i = 0; i < 3; i++) {
            const double *a = p[i], *b = p[(i + 1) % 3];
            l += (a[0] - b[0])*(a[0] - b[0])*a[1];
        }
        s += l*l*p[0][1] + of_rows(p);
    }
    return s;
}

double filled(const double *x, double y)
{
    double w[4], *p = w, s = 0;
    int i = 0;
    while (i < 4)
        *p++ = x[i++]*y;
    s += w[0] + w[3]*w[2];
    w[1] *= 3;
    w[2] /= y;
    return s*w[1] + w[2]*w[2];
}
