// Statics that begin with pointers: arrays of them, structures with them, arrays of such structures.
// head: placed(placed)/(x)
// inputs: x(4) = 0.5 .. 1.5
// head: chosen(chosen)/(x)
// inputs: x(4) = 0.5 .. 1.5
static double store[4];
static double *const slot[3] = { &store[0], store + 2, store + 3 };
typedef struct { const char *name; double *where; double scale; } field;
static const field fields[2] = { { "u", &store[1], 2.0 }, { "v", &store[3], 0.5 } };
static const struct { double *now, *next; } level = { store, .next = store + 2 };

double placed(const double *x)
{
    double s = 0;
    for (int i = 0; i < 4; i++) store[i] = x[i]*x[i];
    for (int k = 0; k < 3; k++) *slot[k] *= x[k];
    for (int k = 0; k < 2; k++) *fields[k].where += fields[k].scale*x[k]*slot[1][0];
    level.next[0] += level.now[1]*level.now[0];
    for (int i = 0; i < 4; i++) s += store[i]*store[i];
    return s;
}

static double a, b;
static double *which[2] = { &a, &b };
static void put(int k, double v) { *which[k] += v*v; }
static double get(int k) { return *which[k]; }

double chosen(const double *x)
{
    a = x[0];
    b = x[1];
    for (int i = 0; i < 4; i++) put(i % 2, x[i]*get((i + 1) % 2));
    return a*b;
}
